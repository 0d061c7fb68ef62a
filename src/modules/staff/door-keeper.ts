/** Where the console is there at all: on its own host where it has one, and for the addresses that may see it. */
import { BlockList, isIP } from "node:net";
import type { StaffSettings } from "./settings.ts";

/** The cookie of a session: bound to the very host, where there is a safe way to it. No page of the shop reads it. */
const SESSION_COOKIE = "__Host-tp_console";

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

export function createDoorKeeper(settings: Pick<StaffSettings, "CONSOLE_HOST" | "CONSOLE_ADDRESSES" | "PUBLIC_URL">) {
  const allowed = settings.CONSOLE_ADDRESSES ? new BlockList() : null;
  for (const one of settings.CONSOLE_ADDRESSES?.split(",") ?? []) {
    const [address = "", bits] = one.trim().split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) allowed?.addAddress(address, kind);
    else allowed?.addSubnet(address, Number(bits), kind);
  }
  const secure = settings.PUBLIC_URL.startsWith("https:");
  return {
    cookie: { name: secure ? SESSION_COOKIE : SESSION_COOKIE.replace("__Host-", ""), secure },
    /** `host` and `ip` as the proxies that are trusted tell them. For all others the console is not there. */
    opens({ host, ip }: { host: string; ip: string }): boolean {
      if (settings.CONSOLE_HOST && host.toLowerCase() !== settings.CONSOLE_HOST) return false;
      const address = plain(ip);
      return allowed === null || allowed.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
    },
  };
}
