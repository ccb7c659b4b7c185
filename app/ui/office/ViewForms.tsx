import { Form, Link } from "@remix-run/react";
import type { BookingFilter } from "~/domain/booking/office/search.server";
import { formatDay } from "~/domain/kernel/days";
import type { Period } from "~/domain/payments/money.server";
import { bookingStatusLabel } from "~/domain/states/labels";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { Checkbox, Field, SubmitButton } from "~/ui/form";
import { Panel } from "./bits";

interface View {
  id: string;
  name: string;
  filter: string;
  isShared: boolean;
  mayChange: boolean;
  words: string;
}
type Filter = { q?: string; status?: string; day?: string; money?: string };

/** "“ada”, At your site": what a filter shows, in words. */
export function describeFilter({
  search,
  status,
  day: delivered,
  money,
}: BookingFilter & { money: Period | null }): string {
  const day = (on: Period["from"]) => formatDay(on, { short: true, year: true });
  return [
    ...(search ? [`“${search}”`] : []),
    ...(status ? [bookingStatusLabel(status)] : []),
    ...(delivered ? [`delivery ${day(delivered)}`] : []),
    ...(money ? [`Money ${money.from === money.to ? day(money.from) : `${day(money.from)} to ${day(money.to)}`}`] : []),
  ].join(", ");
}

/** All that somebody sees above the list, with what each shows. */
export function ViewTable({ views, filter }: { views: View[]; filter: Filter }) {
  if (views.length === 0) return <p className="empty">No views yet. Search the bookings, then save what you see.</p>;
  return (
    <ul className="entries plain">
      {views.map((view) => (
        <li key={view.id}>
          <div className="breakable">
            <Link to={crmPaths.bookingsBy(view.filter)} dir="auto">
              {view.name}
            </Link>
            <div className="hint">
              <bdi>{view.words}</bdi>
              {view.isShared && " · for everybody"}
            </div>
          </div>
          {view.mayChange && (
            <Link to={crmPaths.views(filter, view.id)}>
              Change<span className="unseen"> {view.name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  problem: Problem | null;
  /** Characters of a name. */
  most: number;
}

export function KeepView({ words, isAdmin, most, problem }: Props & { words: string; isAdmin: boolean }) {
  return (
    <Panel title="Save this view" id="keep">
      <Form method="post">
        <p>
          It shows: <bdi className="breakable">{words}</bdi>
        </p>
        <Field name="viewName" label="Name" required maxLength={most} dir="auto" problem={problem} />
        {isAdmin && <Checkbox name="shared" label="For everybody in the office" problem={problem} />}
        <SubmitButton intent="keep">Save the view</SubmitButton>
      </Form>
    </Panel>
  );
}

export function RenameView({ view, most, problem }: Props & { view: View }) {
  return (
    <Panel title="Change a view" id="change">
      <Form method="post">
        <input type="hidden" name="view" value={view.id} />
        {view.isShared && <p className="hint">Everybody sees it.</p>}
        <Field
          name="newName"
          label="Name"
          required
          maxLength={most}
          dir="auto"
          problem={problem}
          values={{ newName: view.name }}
        />
        <SubmitButton intent="rename" className="button secondary">
          Rename it
        </SubmitButton>{" "}
        <SubmitButton intent="remove" className="button danger" formNoValidate>
          Remove it
        </SubmitButton>
      </Form>
    </Panel>
  );
}
