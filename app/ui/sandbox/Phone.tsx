import type { Problem } from "~/http/answers/forms.server";
import { SubmitButton, TextareaField } from "~/ui/form";

/** A phone of the sandbox that got a text. */
export interface PhoneView {
  number: string;
  /** What Twilio says became of this text. */
  state: string;
  errorCode: number | null;
  /** The network takes no texts of ours for it. */
  blocked: boolean;
  /** All texts with it, newest first. */
  thread: { id: string; fromPhone: boolean; body: string; at: string }[];
}

/** What became of a text, and what its phone may do about it; each a plain form. */
export function Phone({ phone, problem }: { phone: PhoneView; problem?: Problem | null | undefined }) {
  return (
    <>
      <h2>Delivery</h2>
      <p>
        <span className="tag quiet">{phone.state}</span> {phone.errorCode && `Twilio error ${phone.errorCode}`}
      </p>
      <form method="post" className="actions">
        <SubmitButton intent="lose" className="button secondary">
          Report it as undelivered
        </SubmitButton>
        <SubmitButton intent={phone.blocked ? "unblock" : "block"} className="button secondary">
          {phone.blocked ? "The network takes our texts for this phone again" : "The network blocks us (error 21610)"}
        </SubmitButton>
      </form>
      <h2>Reply from this phone</h2>
      <form method="post" noValidate className="stack">
        <TextareaField
          name="reply"
          label={`Text from ${phone.number}`}
          hint="STOP ends our texts, START brings them back, HELP is answered; anything else a person reads."
          rows={2}
          maxLength={1600}
          problem={problem}
        />
        <SubmitButton intent="reply">Send the reply</SubmitButton>
      </form>
      <h2>All texts with this phone</h2>
      <ul className="plain stack">
        {phone.thread.map((text) => (
          <li key={text.id} className="card">
            <p className="small soft">
              {text.fromPhone ? "From the phone" : "To the phone"} · {text.at}
            </p>
            <p className="whitespace-pre-wrap">{text.body}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
