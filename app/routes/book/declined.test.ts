import { expect, it } from "vitest";
import { checkouts } from "#db/schema/index";
import { noteDecline } from "~/domain/payments/declines.server";
import { paths } from "~/paths";
import { PaymentStep } from "~/ui/booking/PaymentStep";
import type { PaymentView } from "~/ui/booking/views";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { PROJECT, SCHEDULE } from "../../../tests/support/typed";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as payment from "./payment";
import * as project from "./project";
import * as schedule from "./schedule";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("back from the card company, the page to pay says that the last card was declined and why, while its page is open", async () => {
  const me = new Visitor(fakeServices(world, fakeStripe()));
  const started = await me.post(project.action, "/book", PROJECT);
  const draft = new URL(started.location ?? "", "http://localhost").searchParams.get("draft") ?? "";
  await me.post(schedule.action, paths.book.schedule(draft), SCHEDULE);
  const { data } = await me.get(agreement.loader, paths.book.agreement(draft));
  const { contentSha256: seen } = (data as { view: { contentSha256: string } }).view;
  await me.post(agreement.action, paths.book.agreement(draft), { signatureName: "Ada Tester", agree: "on", seen });
  const said = async () => {
    const { view } = (await me.get(payment.loader, paths.book.payment(draft))).data as { view: PaymentView };
    return [view.declined ?? null, wordsIn(await rendered(PaymentStep, { view, problem: undefined }))] as const;
  };
  const decline = (code: string | null) =>
    world.db.write((tx) => {
      const [page] = tx.select().from(checkouts).all();
      noteDecline(tx, world.deed(), { checkoutId: page?.id ?? "", code });
    });
  expect((await said())[0]).toBeNull();
  expect((await me.post(payment.action, paths.book.payment(draft), { cardConsent: "on" })).status).toBe(303);
  expect((await said())[0]).toBeNull();
  await decline("stolen_card");
  expect((await said())[0]).toBe("Your card was declined. Nothing was charged. Try again, or use another card.");
  await decline("authentication_required");
  const [words, shown] = await said();
  expect(words).toMatch(
    /^Your card was declined: your bank could not make sure that it is you\. Nothing was charged\./,
  );
  expect(shown).toContain(words);
  world.db.orm.update(checkouts).set({ state: "expired" }).run();
  expect((await said())[0]).toBeNull();
});
