/** Tells the server something of the telephone; whether it was taken. Never throws: a lost network is a "no". */
export async function sayToServer(url: string, said: object): Promise<boolean> {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) };
  const answer = await fetch(url, init).catch(() => null);
  return answer?.ok ?? false;
}
