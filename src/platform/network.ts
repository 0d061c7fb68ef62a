/** The network that a customer has as a whole: what is limited by address is limited by this. */
import { isIP } from "node:net";

/** An address, or a network such as `203.0.113.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

/** IPv4 as it is; an IPv6 customer has a whole /64, so that its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(":") || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, "");
  return `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** The neighbourhood of an address, for what many readers may do at once: IPv4 /24, IPv6 /48. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  if (network.includes(":")) return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
  return network.replace(/\.\d+$/, ".0/24");
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const middle = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(middle).fill("0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
