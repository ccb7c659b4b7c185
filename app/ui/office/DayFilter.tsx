/** The day that a list is filtered by. `shown`: where the address named a day that no calendar has, what the list shows without one. */
export function DayFilter({ label, value, shown }: { label: string; value: string; shown: string | null }) {
  return (
    <div>
      <label htmlFor="day">{label}</label>
      <input
        id="day"
        name="day"
        type="date"
        className="input"
        defaultValue={value}
        aria-describedby={shown === null ? undefined : "day-error"}
      />
      {shown !== null && (
        <p id="day-error" className="wrong">
          That is no day. {shown} Write it like 2026-12-25.
        </p>
      )}
    </div>
  );
}
