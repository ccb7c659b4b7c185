import { Form } from "@remix-run/react";
import { SubmitButton } from "~/ui/form";
import { When } from "./bits";

interface Shown {
  id: string;
  device: string;
  address: string | null;
  since: number;
  seen: number;
  isHere: boolean;
}

/** Where somebody is signed in, this device first, then the last used, each with its way out. */
export function SessionList({ sessions }: { sessions: Shown[] }) {
  return (
    <>
      <ul className="entries">
        {sessions.map(({ id, device, address, since, seen, isHere }) => (
          <li key={id}>
            <div>
              <b>{device}</b>
              {isHere && <> (this device)</>}
              <br />
              {address ? `Network address ${address}` : "Network address unknown"}, last used <When at={seen} />, since{" "}
              <When at={since} />
            </div>
            {!isHere && (
              <Form method="post" reloadDocument>
                <input type="hidden" name="session" value={id} />
                <button className="text-button" name="intent" value="end">
                  Sign out <span className="unseen">{device}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" reloadDocument className="actions mt-2">
        {sessions.length > 1 && <SubmitButton intent="others">Sign out all others</SubmitButton>}{" "}
        <SubmitButton intent="everywhere" className="button secondary">
          Sign out everywhere
        </SubmitButton>
      </Form>
    </>
  );
}
