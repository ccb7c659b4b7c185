import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { sandboxPaths } from "~/sandbox-paths";
import { ErrorSummary } from "~/ui/form";

/** The customer's bank: what was disputed, what we answered, and how it ends. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  return (sandbox.stripe?.disputes() ?? []).map(({ id, amount, reason, status, evidence, evidence_details }) => ({
    id,
    amount: formatCents(amount),
    reason: reason.replaceAll("_", " "),
    status: status.replaceAll("_", " "),
    isInquiry: status.startsWith("warning_"),
    hasEnded: ["won", "lost", "warning_closed"].includes(status),
    sent: evidence_details.submission_count > 0,
    file: typeof evidence.uncategorized_file === "string" ? evidence.uncategorized_file : null,
    words: evidence.uncategorized_text,
  }));
}

export async function action(args: ActionFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const form = await readForm(args.request);
  const [outcome, id] = [form.get("outcome"), form.get("dispute")];
  const known = sandbox.stripe?.disputes().find((one) => one.id === id);
  if (!known || (outcome !== "won" && outcome !== "lost"))
    return problem(refuse(typedValues(form), { "": "Choose a dispute and how it ends." }));
  await sandbox.stripe?.closeDispute(known.id, outcome);
  return redirect(sandboxPaths.disputes);
}

export default function Disputes() {
  const disputes = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  return (
    <>
      <ErrorSummary problem={refused} />
      <h1>Disputes</h1>
      <p className="lead">
        What customers told their bank. Pay with a card that disputes to see one; here you decide it.
      </p>
      {disputes.length === 0 && <p>None yet.</p>}
      <ul className="plain cards">
        {disputes.map(({ id, amount, reason, status, isInquiry, hasEnded, sent, file, words }) => (
          <li key={id} className="card">
            <h2>
              {amount}: {reason}
            </h2>
            <p>
              <span className="tag">{status}</span> {sent ? "Evidence was sent." : "No evidence yet."}{" "}
              {file && <a href={sandboxPaths.file(file)}>Read it</a>}
            </p>
            {words && <p className="small soft">{words}</p>}
            {!hasEnded && (
              <form method="post" className="actions">
                <input type="hidden" name="dispute" value={id} />
                <button className="button secondary" type="submit" name="outcome" value="won">
                  {isInquiry ? "Close it" : "The company wins"}
                </button>
                <button className="button secondary" type="submit" name="outcome" value="lost">
                  {isInquiry ? "Make it a dispute" : "The customer wins"}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
