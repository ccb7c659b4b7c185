/** "Morning (8AM - 12PM)", the specification's words, with hours that never break over a line. */
export function WindowLabel({ label }: { label: string }) {
  const hours = label.indexOf("(");
  if (hours <= 0) return <>{label}</>;
  return (
    <>
      {label.slice(0, hours)}
      <span className="num">{label.slice(hours)}</span>
    </>
  );
}
