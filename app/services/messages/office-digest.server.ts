import { crmPaths } from "~/crm-paths";
import type { Deed } from "~/domain/kernel/deed";
import { listWaiting } from "~/domain/messages/office-digest.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { business, links, OVER, type Mailing } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";

/** The office's mail of the day, of what still waits when it is sent. */
export async function officeDigest(services: Mailing, deed: Deed, work: Task<"mail.office-digest">): Promise<Effect> {
  const waiting = listWaiting(services.db.orm);
  if (waiting.length === 0) return notSent(work, OVER);
  const url = links(services).url(crmPaths.overview());
  const content = templates.officeDigest({ business: business(services), waiting, url });
  return send(services, deed, work, services.settings().email, content);
}
