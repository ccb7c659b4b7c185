import { Unbroken } from "../Unbroken";

const NUMBER = /((?:DMP|INV|CRN)-\d{4}-\d{6})/;

/**
 * A text whose numbers of bookings and papers never break at a hyphen, nor what is else kept whole (`Unbroken`). The words
 * stay as they are, to be found and copied.
 */
export function Numbers({ text }: { text: string }) {
  return text.split(NUMBER).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} className="num">
        {part}
      </span>
    ) : (
      <Unbroken key={i} text={part} />
    ),
  );
}
