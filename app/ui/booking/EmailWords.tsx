/** An email address that breaks before its "@" where it has to break at all. Its letters stay as they are, to be copied. */
export function EmailWords({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf("@"));
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
