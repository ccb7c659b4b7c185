import type { ReactNode } from "react";
import { formatDay } from "~/domain/kernel/days";
import { dumpsterLabel } from "~/domain/pricing/price-lines";
import { Unbroken } from "../Unbroken";
import type { AgreementStepView, OrderView } from "./views";
import { EmailWords } from "./EmailWords";

/** The order as question and answer; with links to change each part where there are any. */
export function OrderSummary({ order, change }: { order: OrderView; change: AgreementStepView["change"] }) {
  const wishes = [
    order.flexibleExtension
      ? "Keep it longer if needed: extra days are charged without asking again"
      : "Pick up on the due day",
    ...(order.ecoFriendlyOptions ? ["Recycle where possible"] : []),
    ...(order.smsConsent ? ["Text messages: yes"] : []),
  ];
  return (
    <>
      <Part title="Dumpster" href={change?.project}>
        <Fact label="Order">
          {order.price.items.map((item, i) => (
            <div key={i} className="row justify-between">
              <span>{dumpsterLabel(item)}</span>{" "}
              {order.edit?.[i] && (
                <a href={order.edit[i]} className="flex min-h-11 items-center">
                  Edit<span className="unseen"> {dumpsterLabel(item)}</span>
                </a>
              )}
            </div>
          ))}
        </Fact>
        {order.projectType && <Fact label="Project">{order.projectType}</Fact>}
        {order.wasteTypes.length > 0 && <Fact label="Waste">{order.wasteTypes.join(", ")}</Fact>}
      </Part>
      <Part title="Day and place" href={change?.schedule}>
        <Fact label="Delivery">
          {formatDay(order.deliveryDay)}
          <br />
          <Unbroken text={order.windowLabel} />
        </Fact>
        <Fact label={order.flexibleExtension ? "Paid until" : "Pickup"}>
          {formatDay(order.pickupDay)} ({order.rentalDays} {order.rentalDays === 1 ? "day" : "days"})
        </Fact>
        <Fact label="Address">
          {order.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Fact>
        <Fact label="Placement">
          {order.placement}
          {order.placementNeeds && <p className="hint">{order.placementNeeds}</p>}
          {order.associationApproval && (
            <>
              <br />
              An association (HOA) has to agree
            </>
          )}
        </Fact>
        <Fact label="Contact">
          {order.contact.name}
          <br />
          {order.contact.phone}
          <br />
          <EmailWords email={order.contact.email} />
        </Fact>
        <Fact label="Your wishes">
          {wishes.map((wish) => (
            <div key={wish}>{wish}</div>
          ))}
        </Fact>
        {order.specialInstructions && (
          <Fact label="Notes">
            <span className="whitespace-pre-line">{order.specialInstructions}</span>
          </Fact>
        )}
      </Part>
    </>
  );
}

function Part({ title, href, children }: { title: string; href?: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <div className="row justify-between">
        <h2 className="text-2xl">{title}</h2>
        {href && (
          <a href={href} className="flex min-h-11 items-center">
            Change<span className="unseen"> {title}</span>
          </a>
        )}
      </div>
      <dl className="facts">{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
