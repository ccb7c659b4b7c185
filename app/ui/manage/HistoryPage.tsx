import type { MessageRow, TimelineRow } from "~/domain/records/customer-views";
import { managePaths } from "~/manage-paths";
import { SelfPage } from "./SelfPage";

interface Page {
  number: string;
  events: TimelineRow[];
  messages: MessageRow[];
  /** There are older ones. */
  hasMore: boolean;
}

/** The newest first, each with its time in New York. */
export function HistoryPage({ page: { number, events, messages, hasMore }, phone }: { page: Page; phone: string }) {
  return (
    <SelfPage {...{ number, phone }} heading="What has happened so far">
      {events.length === 0 ? (
        <p>Nothing has happened yet.</p>
      ) : (
        <ol className="plain stack">
          {events.map(({ words, when }, i) => (
            <li key={i}>
              <b>{words}</b> <span className="small soft">{when}</span>
            </li>
          ))}
        </ol>
      )}
      <h2>Messages</h2>
      {messages.length === 0 ? (
        <p>We have not written to you yet.</p>
      ) : (
        <ul id="messages" className="plain stack">
          {messages.map(({ channel, words, when, isTheirs }, i) => (
            <li key={i}>
              <span className="tag quiet">{isTheirs ? `${channel} from you` : channel}</span> {words}{" "}
              <span className="small soft">{when}</span>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p>
          <a className="inline-block py-2" href={`${managePaths.history(number, "all")}#messages`}>
            Show older messages
          </a>
        </p>
      )}
      <p className="small soft">All times are New York time.</p>
    </SelfPage>
  );
}
