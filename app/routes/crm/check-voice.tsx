import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Facts, Panel } from "~/ui/office/bits";

export const meta: MetaFunction = () => [
  { title: "Telephone check · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

const WORD = { good: "Good", missing: "Missing", unknown: "Not known" } as const;
const TONE = { good: "go", missing: "bad", unknown: "wait" } as const;

/** What the telephone network says of our account: what is missing before calls come and go. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { voice, sandbox } = scope.services;
  return { checks: await voice.check(), isStandIn: Boolean(sandbox?.voice) };
}

export default function CheckVoicePage() {
  const { checks, isStandIn } = useLoaderData<typeof loader>();
  const missing = checks.filter(({ state }) => state !== "good").length;
  return (
    <>
      <header className="title">
        <h1>Telephone check</h1>
        <Link to={crmPaths.tab("settings")}>Settings</Link>
      </header>
      <p>
        {missing === 0
          ? "Everything that calls need is there."
          : `${missing} of ${checks.length} ${missing === 1 ? "thing is" : "things are"} to be put right.`}
        {isStandIn && " This is the sandbox’s own network, on this machine."}
      </p>
      <Panel title="What the network says" id="checks">
        <Facts
          rows={checks.map(({ what, state, words }) => [
            what,
            <span key={what} data-check={state}>
              <span className={`state ${TONE[state]}`}>{WORD[state]}</span> {words}
            </span>,
          ])}
        />
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
