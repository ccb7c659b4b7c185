import { isIPv6 } from "node:net";
import { sha256 } from "~/domain/kernel/ids.server";

/** Networks whose addresses end in an IPv4 address: mapped (::ffff:0:0/96) and translated (64:ff9b::/96). */
const HOLDS_IPV4 = ["0:0:0:0", "64:ff9b:0:0"];

/**
 * Whom an address stands for: one household or server has a whole /64 of IPv6, so its first four groups in one spelling
 * ("2001:db8::1" and "2001:db8:0:0:2::" are the same). Anything else as it is, and IPv4 within IPv6 too, of which one
 * /64 would be everybody.
 */
export function household(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const left = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const network = [...before, ...left, ...after]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":");
  return HOLDS_IPV4.includes(network) ? address : network;
}

/** A household for what is stored, as a hash like those of the counts. */
export function askerKey(address: string): string {
  return sha256(household(address)).slice(0, 32);
}
