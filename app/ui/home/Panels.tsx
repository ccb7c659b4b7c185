import { Form, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import type { HealthReport, HealthState } from "~/domain/log/health";
import { useHydrated } from "../form/use-hydrated";
import { showToast, Toasts } from "../Toasts";
import { DELETE_INTENT, type DeletionAnswer, type PanelsData } from "./local-panels";

export interface PanelsProps {
  panels: PanelsData;
  answer?: DeletionAnswer["deletion"];
}

/** Only classes that the public pages' sheet has anyway: the panels cost a visitor no byte. */
export function Panels({ panels, answer }: PanelsProps) {
  return (
    <div className="wrap band stack">
      {panels.health && <HealthPanel report={panels.health} />}
      {panels.deletion && <DeletePanel booking={panels.deletion.booking} answer={answer} />}
    </div>
  );
}

const WORDS: Record<HealthState, { word: string; className: string } | null> = {
  good: { word: "Good", className: "soft" },
  look: { word: "Look at this", className: "tag" },
  broken: { word: "Broken", className: "wrong" },
  note: null,
};

function HealthPanel({ report }: { report: HealthReport }) {
  return (
    <section className="card strong" aria-labelledby="health-heading">
      <h2 id="health-heading">Production health</h2>
      <p>
        <State of={report.state} /> {report.summary} <span className="soft">Shown on this machine only.</span>
      </p>
      <div className="cards">
        {report.groups.map(({ title, lines }) => (
          <div key={title}>
            <h3>{title}</h3>
            <dl className="stack">
              {lines.map(({ name, value, state }) => (
                <div key={name}>
                  <dt className="small soft">{name}</dt>
                  <dd>
                    {value} <State of={state} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

function State({ of }: { of: HealthState }) {
  const shown = WORDS[of];
  return shown && <span className={shown.className}>{shown.word}</span>;
}

/** Marked for hydration, so that the answer comes as a toast; without scripts it comes with the page. */
function DeletePanel({
  booking,
  answer,
}: {
  booking: NonNullable<PanelsData["deletion"]>["booking"];
  answer?: DeletionAnswer["deletion"];
}) {
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const deleting = navigation.formData?.get("intent") === DELETE_INTENT;
  useEffect(() => {
    if (answer) void showToast({ kind: answer.ok ? "success" : "error", title: answer.title, text: answer.text });
  }, [answer]);
  return (
    <section className="card strong" aria-labelledby="delete-heading" data-hydrate="">
      <h2 id="delete-heading">Delete the test booking</h2>
      {answer && (
        <div className={answer.ok ? "notice good" : "notice"} role="status">
          <p className={answer.ok ? undefined : "wrong"}>
            <b>{answer.title}</b>
          </p>
          {answer.text && <p>{answer.text}</p>}
        </div>
      )}
      {booking ? (
        <>
          <p>
            {booking.number}: {booking.summary}, delivery {booking.delivery}. It goes with its payment, its documents
            and its place in the calendar. No other booking can be deleted here.
          </p>
          <Form method="post" preventScrollReset>
            <button className="button secondary" name="intent" value={DELETE_INTENT} disabled={hydrated && deleting}>
              {deleting ? "Deleting…" : `Delete ${booking.number}`}
            </button>
          </Form>
        </>
      ) : (
        <p>There is no test booking in this database.</p>
      )}
      <Toasts />
    </section>
  );
}
