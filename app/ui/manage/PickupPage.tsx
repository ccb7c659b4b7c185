import { Form } from "@remix-run/react";
import type { Day } from "~/domain/kernel/days";
import { managePaths } from "~/manage-paths";
import { Notice, SubmitButton, type Answers } from "../form";
import { SelfPage } from "./SelfPage";
import { Unbroken } from "../Unbroken";

interface About {
  unitId: string;
  dumpster: string;
}

/** Where the pickup of a dumpster stands; days in words, but `day`. */
export type PickupView = { number: string; others: { label: string; url: string }[] } & (
  | { state: "none" }
  | (About & { state: "refused"; why: string })
  /** `isEarly`: the truck comes before its day; `givenUp`: the paid days that are left then. `falls`: what was planned and cannot be done then, in words. */
  | (About & {
      state: "offer";
      day: Day;
      when: string;
      planned: string;
      /** Nobody comes before they ask. */
      isKept: boolean;
      /** What has run up past the paid days, in words; null where nothing has. */
      accrued: string | null;
      isEarly: boolean;
      givenUp: number;
      falls: string[];
      seenFalls: string;
    })
  | (About & {
      state: "asked";
      isFailed: boolean;
      accrued: string | null;
      /** From which minute no day is charged. */
      since: string | null;
      when: string;
      mayKeep: boolean;
      /** What keeping it means: until when it is paid for, and what each day after that costs, if anything. */
      kept: string;
    })
);

/** Ask for the pickup, or take the request back. */
export function PickupPage({ page, problem, phone }: { page: PickupView; phone: string } & Pick<Answers, "problem">) {
  const shared = { number: page.number, others: page.others, problem, phone };
  switch (page.state) {
    case "none":
      return (
        <SelfPage
          {...shared}
          heading="Nothing to pick up now"
          lead="None of your dumpsters stands at your place at the moment."
        />
      );
    case "refused":
      return <SelfPage {...shared} heading="The pickup cannot be asked for here" lead={page.why} />;
    case "offer":
      return (
        <SelfPage {...shared} heading="Ask for the pickup now?" lead={`${page.dumpster}.`}>
          <ul>
            <li>
              <b>Daily charges stop the minute you press the button</b>, however long we take. You get the time by
              email.
            </li>
            {page.accrued && (
              <li>
                <Unbroken text={page.accrued} />
              </li>
            )}
            <li>
              We plan to come on{" "}
              <b>
                <Unbroken text={page.when} />
              </b>
              {page.when === page.planned || page.isKept ? "." : ` instead of ${page.planned}.`}
            </li>
            {page.falls.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {page.givenUp > 0 && (
            <Notice kind="warn">
              <p>
                <b>
                  No refund of unused days: {page.givenUp} {page.givenUp === 1 ? "day" : "days"} that you paid for{" "}
                  {page.givenUp === 1 ? "is" : "are"} given up.
                </b>{" "}
                If you want to use {page.givenUp === 1 ? "it" : "them"}, do nothing:{" "}
                {page.isKept ? "it stays until you ask." : `we come on ${page.planned}.`}
              </p>
            </Notice>
          )}
          <Form method="post" className="actions">
            <input type="hidden" name="unit" value={page.unitId} />
            <input type="hidden" name="seen" value={page.day} />
            <input type="hidden" name="falls" value={page.seenFalls} />
            <SubmitButton intent="request">
              {page.isEarly ? "Pick it up early" : "Ask for the pickup now"}
            </SubmitButton>{" "}
            <a className="button secondary" href={managePaths.extend({ booking: page.number, unit: page.unitId })}>
              Keep it longer instead
            </a>
          </Form>
          <p className="small soft">Until the truck leaves you can take it back.</p>
        </SelfPage>
      );
    case "asked":
      return <Asked page={page} shared={shared} />;
  }
}

function Asked({
  page,
  shared,
}: {
  page: Extract<PickupView, { state: "asked" }>;
  shared: { number: string; others: { label: string; url: string }[]; phone: string } & Pick<Answers, "problem">;
}) {
  return (
    <SelfPage
      {...shared}
      heading={page.isFailed ? "The pickup was not possible" : "The pickup is asked for"}
      lead={`${page.dumpster}.`}
    >
      {page.since && (
        <Notice kind="good">
          <p>
            <b>Daily charges stopped on {page.since}.</b>{" "}
            {!page.isFailed && <Unbroken text={`We plan to come on ${page.when}.`} />}
          </p>
          {page.accrued && (
            <p>
              <Unbroken text={page.accrued} />
            </p>
          )}
        </Notice>
      )}
      {page.isFailed && (
        <p className="actions">
          <a className="button" href={managePaths.reschedule({ booking: page.number, unit: page.unitId })}>
            Choose another day
          </a>
        </p>
      )}
      {page.mayKeep ? (
        <section className="stack" aria-labelledby="keep-heading">
          <h2 id="keep-heading">Keep it after all?</h2>
          <p>{page.kept}</p>
          <Form method="post" className="actions">
            <input type="hidden" name="unit" value={page.unitId} />
            <SubmitButton intent="keep" className="button secondary">
              Keep it
            </SubmitButton>
          </Form>
        </section>
      ) : (
        <p>The truck is on its way, so the pickup cannot be taken back here any more.</p>
      )}
    </SelfPage>
  );
}
