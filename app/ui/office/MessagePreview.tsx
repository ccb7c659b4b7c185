import { Link } from "@remix-run/react";
import { MESSAGE_GROUPS, type MessageGroup, type MessageName } from "~/domain/messages/catalogue";
import { crmPaths } from "~/crm-paths";
import { Panel, plural } from "./bits";
import { Numbers } from "./Numbers";

interface Line {
  name: MessageName;
  title: string;
  when: string;
  group: MessageGroup;
  hasMail: boolean;
  /** Of its longest text; null where there is none. */
  segments: number | null;
}

interface Beside {
  name: MessageName;
  title: string;
}

interface Shown {
  title: string;
  samples: readonly {
    label: string;
    /** `html`: where the mail itself is, for its frame. */
    mail: { subject: string; text: string; html: string } | null;
    text: { body: string; encoding: string; units: number; segments: number; odd: readonly string[] } | null;
  }[];
  before: Beside | null;
  after: Beside | null;
}

const GROUPS = Object.keys(MESSAGE_GROUPS) as MessageGroup[];

/** All messages by their group. */
export function MessageList({ list }: { list: readonly Line[] }) {
  return (
    <>
      {GROUPS.map((group) => (
        <Panel key={group} title={MESSAGE_GROUPS[group]} id={`messages-${group}`}>
          <ul className="plain kinds">
            {list
              .filter((line) => line.group === group)
              .map((line) => (
                <li key={line.name}>
                  <Link className="inline-block py-1" to={crmPaths.messages(line.name)}>
                    <b>{line.title}</b>
                  </Link>{" "}
                  <span className="hint">
                    {line.when} · {waysOf(line)}
                  </span>
                </li>
              ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function waysOf({ hasMail, segments }: Line): string {
  const text = segments === null ? null : `text (${plural(segments, "segment")})`;
  return [hasMail ? "mail" : null, text].filter(Boolean).join(" and ");
}

/** One message, each of its samples: the mail as mail programs show it and as plain text, the text with its segments. */
export function MessagePreview({ shown }: { shown: Shown }) {
  return (
    <>
      {shown.samples.map(({ label, mail, text }, i) => (
        <Panel key={i} title={`${mail ? "Mail" : "Text"}: ${label}`} id={`sample-${i}`}>
          {mail && (
            <>
              <p>
                Subject:{" "}
                <b>
                  <Numbers text={mail.subject} />
                </b>
              </p>
              <iframe className="mail" src={mail.html} title={`The mail: ${label}`} sandbox="" loading="lazy" />
              <details>
                <summary>As plain text</summary>
                <pre className="whitespace-pre-wrap break-words">{mail.text}</pre>
              </details>
            </>
          )}
          {text && (
            <>
              <p className="whitespace-pre-wrap break-words">
                <Numbers text={text.body} />
              </p>
              <p className="hint">
                {plural(text.segments, "segment")} · {text.units} of {text.encoding}
                {text.odd.length > 0 && ` · because of ${text.odd.join(" ")}`}
              </p>
            </>
          )}
        </Panel>
      ))}
      <nav className="row" aria-label="Other messages">
        {shown.before && <Link to={crmPaths.messages(shown.before.name)}>← {shown.before.title}</Link>}
        {shown.after && <Link to={crmPaths.messages(shown.after.name)}>{shown.after.title} →</Link>}
      </nav>
    </>
  );
}
