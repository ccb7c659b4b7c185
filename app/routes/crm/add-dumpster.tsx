import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Field, SelectField, SubmitButton } from "~/ui/form";
import { useSent } from "~/ui/office/use-sent";
import { ADD_DUMPSTER_INTENTS } from "./yard-intents.server";

export const meta: MetaFunction = () => [
  { title: "Add a dumpster · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  return { sizes: readCatalogue(scope.services.db.orm).sizes.map(({ size }) => size) };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    ADD_DUMPSTER_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.inventory(),
  );
}

export default function AddDumpsterPage() {
  const { sizes } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Add a dumpster</h1>
        <Link to={crmPaths.inventory()}>All dumpsters</Link>
      </header>
      <Form method="post" className="stack slim">
        <Field
          name="number"
          label="Number"
          hint="As it is painted on the steel, for example 20-15."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          problem={problem}
        />
        <SelectField
          name="size"
          label="Size"
          options={[
            { value: "", label: "Choose" },
            ...sizes.map((size) => ({ value: String(size), label: `${size} yards` })),
          ]}
          problem={problem}
        />
        <p className="hint">It starts out empty, in the yard and in good order.</p>
        <SubmitButton intent="add">Add the dumpster</SubmitButton>
      </Form>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
