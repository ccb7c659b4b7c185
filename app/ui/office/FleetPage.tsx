import { Form, Link } from "@remix-run/react";
import { Checkbox, ErrorSummary, Field, Notice, SubmitButton, type Values } from "../form";
import { Panel } from "./bits";
import { FleetNav } from "./FleetNav";
import { useSent } from "./use-sent";

export interface FleetItem {
  id: string;
  name: string;
  isActive: boolean;
  /** What stands below its name; empty ones are left out. */
  says: (string | null)[];
  /** What its form saves is refused when somebody else has changed it since. */
  seen: string;
  values: Values;
}

interface Props {
  title: string;
  one: string;
  page: string;
  items: FleetItem[];
  /** The one that is edited; null for a new one. */
  chosen: string | null;
  told: boolean;
  fields: { name: string; label: string; hint?: string; maxLength: number; inputMode?: "numeric" }[];
}

/** Trucks or facilities: the list, and one form for a new one or the one that was chosen. */
export function FleetPage({ title, one, page, items, chosen, told, fields }: Props) {
  const problem = useSent();
  const edited = items.find(({ id }) => id === (problem?.values["id"] ?? chosen)) ?? null;
  const values = { ...edited?.values, is_active: !edited || edited.isActive ? "on" : "" };
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>{title}</h1>
        <FleetNav />
      </header>
      {told && !problem && (
        <Notice kind="good" live>
          <p>Saved.</p>
        </Notice>
      )}
      <div className="two">
        <Panel title={title} id="list" count={items.length}>
          {items.length === 0 && <p className="empty">None yet.</p>}
          <ul className="entries">
            {items.map(({ id, name, isActive, says }) => (
              <li key={id}>
                <div>
                  <span className="strong">{name}</span>{" "}
                  {!isActive && <span className="state done">Not in use any more</span>}
                  {says.filter(Boolean).map((words) => (
                    <div key={words} className="hint">
                      {words}
                    </div>
                  ))}
                </div>
                <Link to={`${page}?edit=${id}#edit`}>
                  Edit<span className="unseen"> {name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={edited ? `Edit ${edited.name}` : `Add a ${one}`} id="edit">
          <Form method="post" className="stack" key={edited?.seen ?? `new ${items.length}`}>
            <input type="hidden" name="id" value={edited?.id ?? ""} />
            <input type="hidden" name="seen" value={edited?.seen ?? ""} />
            {fields.map((field) => (
              <Field key={field.name} {...field} autoComplete="off" values={values} problem={problem} />
            ))}
            <Checkbox name="is_active" label="In use" values={values} problem={problem} />
            <div className="actions">
              <SubmitButton intent="save">{edited ? "Save" : `Add the ${one}`}</SubmitButton>
              {edited && <Link to={page}>Add another one instead</Link>}
            </div>
          </Form>
        </Panel>
      </div>
    </>
  );
}
