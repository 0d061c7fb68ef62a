/** Where callbacks may come from, for vendors whose signature does not cover all that matters. */
import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { isNetwork } from "#platform/network";

const partsOf = (list: string): string[] => list.split(",").flatMap((one) => one.trim() || []);

/** Addresses and networks (`203.0.113.0/24`), separated by commas. */
export const addressList = z
  .string()
  .refine((list) => partsOf(list).length > 0 && partsOf(list).every(isNetwork), "must be addresses or networks");

export function createAddressList(list: string): { has(address: string): boolean } {
  const known = new BlockList();
  for (const part of partsOf(list)) {
    const [address = "", bits] = part.split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) known.addAddress(address, kind);
    else known.addSubnet(address, Number(bits), kind);
  }
  return {
    has(address) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
      const kind = isIP(plain);
      return kind !== 0 && known.check(plain, kind === 6 ? "ipv6" : "ipv4");
    },
  };
}
