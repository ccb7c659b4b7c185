import { SubmitButton } from "~/ui/form";
import { formatPhoneText } from "~/ui/voice/number-words";

interface PhoneLine {
  number: string;
  state: "idle" | "calling" | "ringing" | "talking" | "over";
  other: string;
  heard: { now: number; most: number; packets: number };
  said: string[];
  keys: string;
  seconds: number;
  isSilent: boolean;
  manner: string;
}
export interface HandsetProps {
  view: {
    ours: string;
    phones: PhoneLine[];
    lines: { identity: string; status: string | null; lossPercent: number; isCut: boolean }[];
    faults: { areLost: boolean; areTwice: boolean };
  };
  isBusy: boolean;
}

const STATE: Readonly<Record<PhoneLine["state"], string>> = {
  idle: "On the hook",
  calling: "Calling the office",
  ringing: "Rings: the office is calling",
  talking: "Talking",
  over: "Over",
};

/** The phones of the network, and what can be done to them and to the line; each a plain form. */
export function Handset({ view, isBusy }: HandsetProps) {
  return (
    <>
      {isBusy && <p className="soft small">This page looks again every 2 seconds while a phone is in use.</p>}
      <ul className="plain stack">
        {view.phones.map((phone) => (
          <li key={phone.number} className="card">
            <h2 className="text-xl">{formatPhoneText(phone.number)}</h2>
            <p>
              <span className="tag quiet">{STATE[phone.state]}</span>{" "}
              {phone.state !== "over" && `${phone.seconds} s, with ${formatPhoneText(phone.other)}`}
            </p>
            {phone.said.map((words) => (
              <p key={words} className="notice">
                “{words}”
              </p>
            ))}
            <p className="small soft">
              <label>
                It hears{" "}
                <meter min={0} max={9_000} value={phone.heard.now}>
                  {phone.heard.now}
                </meter>
              </label>{" "}
              loudest {phone.heard.most}
              {phone.keys && ` · keys pressed by the office: ${phone.keys}`}
            </p>
            <form method="post" className="actions">
              <input type="hidden" name="number" value={phone.number} />
              {phone.state === "ringing" && (
                <>
                  <SubmitButton intent="answer">Answer</SubmitButton>
                  <SubmitButton intent="busy" className="button secondary">
                    Busy
                  </SubmitButton>
                  <SubmitButton intent="no_answer" className="button secondary">
                    Do not answer
                  </SubmitButton>
                </>
              )}
              {(phone.state === "calling" || phone.state === "talking") && (
                <SubmitButton intent="hang_up">Hang up</SubmitButton>
              )}
              {phone.state === "talking" && (
                <SubmitButton intent="silent" className="button secondary">
                  {phone.isSilent ? "Speak again" : "Be silent"}
                </SubmitButton>
              )}
              {phone.state === "over" && (
                <SubmitButton intent="call" className="button secondary">
                  Call the office again
                </SubmitButton>
              )}
            </form>
            {phone.state === "talking" && <Keys number={phone.number} />}
          </li>
        ))}
      </ul>
      <h2>The line</h2>
      <p className="soft">What the office’s browsers go through, on every call that is on now.</p>
      <form method="post" className="actions">
        <SubmitButton intent="bad_line" className="button secondary">
          Bad line: 30 % is lost
        </SubmitButton>
        <SubmitButton intent="cut_media" className="button secondary">
          Cut the sound
        </SubmitButton>
        <SubmitButton intent="good_line" className="button secondary">
          Good line again
        </SubmitButton>
        <SubmitButton intent="cut_wires" className="button secondary">
          Cut the signalling
        </SubmitButton>
        <SubmitButton intent="lose_reports" className="button secondary">
          {view.faults.areLost ? "Reports come again" : "Lose all reports"}
        </SubmitButton>
        <SubmitButton intent="double_reports" className="button secondary">
          {view.faults.areTwice ? "Reports come once" : "Send reports twice"}
        </SubmitButton>
      </form>
      {view.lines.length > 0 && (
        <ul className="plain">
          {view.lines.map(({ identity, status, lossPercent, isCut }) => (
            <li key={identity} className="small soft">
              {identity}: {status}
              {isCut ? ", cut" : lossPercent > 0 ? `, ${lossPercent} % lost` : ""}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Keys of this phone: the greeting outside the office's hours asks for one. */
function Keys({ number }: { number: string }) {
  return (
    <form method="post" className="actions" aria-label="Keys of this phone">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="intent" value="keys" />
      {[..."123456789*0#"].map((key) => (
        <button key={key} name="keys" value={key} className="button secondary">
          {key}
        </button>
      ))}
    </form>
  );
}
