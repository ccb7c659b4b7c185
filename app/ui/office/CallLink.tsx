interface Props {
  /** As people read it; what is no telephone number, like an address, stays a text. */
  text: string;
  /** Whom a call would be about: ids, or the booking's number. Nothing where the page says it around. */
  customer?: string | null | undefined;
  booking?: string | null | undefined;
  /** Appears by itself while somebody types: no Tab of theirs leads there. */
  isPassing?: boolean;
}

/** A telephone number that calls by a press (PhoneFrame.tsx), wherever the office shows one. */
export function CallLink({ text, customer, booking, isPassing }: Props) {
  const dialled = text.includes("@") ? "" : text.replace(/ ext.*|[^\d+]/g, "");
  if (dialled.length < 10) return <>{text}</>;
  return (
    <a
      href={`tel:${dialled}`}
      className="num"
      tabIndex={isPassing ? -1 : undefined}
      data-customer={customer ?? undefined}
      data-booking={booking ?? undefined}
    >
      {text}
    </a>
  );
}
