import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { familyOf, findCustomer, standsFor, type Customer } from "~/domain/customers/family.server";
import { dayAt } from "~/domain/kernel/time.server";
import { listCallsOf } from "~/domain/records/calls.server";
import { listCustomers } from "~/domain/records/customer-list.server";
import { findCustomerRecord, previewMerge } from "~/domain/records/customer-record.server";
import { requireCrm } from "~/http/access/guards.server";
import { keepForMerged } from "~/http/access/kept-form.server";
import { readForm } from "~/http/answers/forms.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { CallsPanel } from "~/ui/office/CallsPanel";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { Panel } from "~/ui/office/bits";
import { BookingsOf } from "~/ui/office/BookingTable";
import { ContactsPanel, ServicePanel, SitesPanel } from "~/ui/office/CustomerContacts";
import { CompanyPanel, EditPanel } from "~/ui/office/CustomerFacts";
import { MergePanel } from "~/ui/office/CustomerMerge";
import { BalancePanel, NotesPanel } from "~/ui/office/CustomerPapers";
import { TextsPanel } from "~/ui/office/Texts";
import { Timeline } from "~/ui/office/Timeline";
import { CUSTOMER_INTENTS } from "./customer-intents.server";
import { useSent } from "~/ui/office/use-sent";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.record.name ?? "Customer"} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];
export const handle: LiveHandle = {
  live: ({ kind, subject, id, booking }, data) => {
    const record = (data as Awaited<ReturnType<typeof loader>> | undefined)?.record;
    if (kind === "presence" || !record) return false;
    return (subject === "customer" && id === record.customer.id) || record.bookings.some((one) => one.id === booking);
  },
};
const missing = () => new Response("There is no such customer.", { status: 404 });

/** The record that stands for the one in the address; throws 404 for nobody. */
function find(scope: Scope, id: string): Customer {
  const { orm } = scope.services.db;
  const customer = findCustomer(orm, id);
  if (!customer) throw missing();
  return standsFor(orm, customer);
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const id = args.params["id"] ?? "";
  const customer = find(scope, id);
  const today = dayAt(scope.services.clock.now());
  if (customer.id !== id) throw redirect(crmPaths.customer(customer.id));
  const record = findCustomerRecord(orm, customer.id, today);
  if (!record) throw missing();
  const { searchParams } = new URL(args.request.url);
  const search = (searchParams.get("find") ?? "").trim().slice(0, 100);
  const others = search
    ? listCustomers(orm, { search })
        .rows.filter((row) => row.id !== id)
        .slice(0, 10)
    : [];
  return {
    record,
    calls: listCallsOf(orm, familyOf(orm, customer.id)),
    isAdmin: standing.isAdmin,
    search,
    others,
    preview: previewMerge(orm, customer, searchParams.get("merge") ?? "", today),
  };
}

/** What these say is said of one record, not of the one that it was merged into while they were filled in. */
const OF_ONE_RECORD = ["edit", "facts"];

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const form = await readForm(args.request.clone());
  const asked = findCustomer(scope.services.db.orm, args.params["id"] ?? "");
  if (asked?.merged_into && OF_ONE_RECORD.includes(String(form.get("intent")))) {
    const { id } = standsFor(scope.services.db.orm, asked);
    return redirect(await keepForMerged(scope, form, account.id, crmPaths.customer(id)));
  }
  return answerIntent(
    CUSTOMER_INTENTS,
    scope,
    args.request,
    () => find(scope, args.params["id"] ?? ""),
    ({ id }) => crmPaths.customer(id),
  );
}

export default function CustomerPage() {
  const { record, calls, isAdmin, ...merging } = useLoaderData<typeof loader>();
  const refused = useSent();
  const { customer, bookings, bookingCount } = record;
  const pressed = (name: string) => (refused?.values["intent"] === name ? refused : null);
  return (
    <>
      <ErrorSummary problem={refused} />
      <header className="title">
        <h1>{record.name}</h1>
        {record.notServed && <span className="state bad">Do not serve</span>}
        <Link className="button" to={crmPaths.newBookingFor(customer.id)}>
          New booking
        </Link>
      </header>
      <div className="record">
        <div>
          <ContactsPanel record={record} isAdmin={isAdmin} problem={pressed("add-contact") ?? pressed("end-contact")} />
          <Panel title="Bookings" id="bookings" count={bookingCount}>
            {bookings.length > 0 ? (
              <div className="contained">
                <BookingsOf bookings={bookings} caption="Their bookings, newest first" />
              </div>
            ) : (
              <p className="empty">No bookings yet.</p>
            )}
            {bookingCount > bookings.length && (
              <p className="hint">
                These are the newest {bookings.length}. The search of the bookings finds the others.
              </p>
            )}
          </Panel>
          <TextsPanel texts={record.texts} stops={record.textStops} customer={record.customer.id} />
          <CallsPanel calls={calls} />
          <SitesPanel sites={record.sites} />
          <NotesPanel notes={record.notes} problem={pressed("note")} />
          <Panel title="History" id="history">
            <Timeline entries={record.history} names={record.names} />
          </Panel>
        </div>
        <div>
          <BalancePanel {...record} isAdmin={isAdmin} />
          <EditPanel record={record} problem={pressed("edit")} />
          <CompanyPanel record={record} isAdmin={isAdmin} problem={pressed("facts")} />
          <ServicePanel notServed={record.notServed} problem={pressed("stop-serving") ?? pressed("serve-again")} />
          <MergePanel record={record} isAdmin={isAdmin} {...merging} />
        </div>
      </div>
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
