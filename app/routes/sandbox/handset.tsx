import { redirect, type ActionFunctionArgs, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { sandboxPaths } from "~/sandbox-paths";
import { ErrorSummary, Field, SubmitButton } from "~/ui/form";
import { Handset } from "~/ui/sandbox/Handset";
import { FIRST_NUMBER, handsetView, playHandset } from "./handset-answers.server";

/** While a telephone is in use the page is fetched again by itself. */
const REFRESH_SECONDS = 2;

export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  if (!sandbox.voice) throw new Response(null, { status: 404 });
  const view = handsetView(sandbox.voice.network);
  const number = new URL(args.request.url).searchParams.get("number") ?? FIRST_NUMBER;
  const isBusy = view.phones.some(({ state }) => state !== "over" && state !== "idle");
  return data({ view, number, isBusy }, isBusy ? { headers: { Refresh: String(REFRESH_SECONDS) } } : {});
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action(args: ActionFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  if (!sandbox.voice) throw new Response(null, { status: 404 });
  const form = await readForm(args.request);
  if (!playHandset(sandbox.voice.network, form))
    return problem(refuse(typedValues(form), { number: "Enter a number that is free, like (407) 555-0133." }));
  return redirect(sandboxPaths.handset(String(form.get("number") ?? "")));
}

export default function HandsetPage() {
  const { view, number, isBusy } = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  return (
    <>
      <ErrorSummary problem={refused} />
      <h1>Handset</h1>
      <p className="lead">
        {view.agents.length === 0
          ? "No browser of the office can be rung yet. In another tab sign in to the CRM, press Phone at the top, Initialize Voice Device, and switch on that calls come to you."
          : `${view.agents.length === 1 ? "One browser" : `${view.agents.length} browsers`} of the office can be rung.`}
      </p>
      <form method="post" noValidate className="stack">
        <Field name="number" label="This phone’s number" values={{ number }} problem={refused} inputMode="tel" />
        <SubmitButton intent="call">Call the office</SubmitButton>
      </form>
      <Handset view={view} isBusy={isBusy} />
    </>
  );
}
