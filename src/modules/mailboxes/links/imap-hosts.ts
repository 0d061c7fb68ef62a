/** Which server holds the mailbox of an address. Members name no servers: what we connect to stands in our list or our settings. */
import { z } from "zod";
import { isLocal } from "#platform/going-live";
import LISTED from "./imap-hosts.json" with { type: "json" };
import type { MailHost } from "./reader.ts";

export type KnownHost = MailHost & { domain: string };

/** `example.com=imaps://imap.example.com:993`; without TLS (`imap:`) only on this machine, where the sandbox is. */
function readEntry(entry: string): KnownHost | null {
  const [domain = "", address = ""] = entry.split("=").map((part) => part.trim());
  const match = /^(imaps?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i.exec(address);
  if (!match || !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain)) return null;
  const tls = match[1]?.toLowerCase() === "imaps";
  const host = (match[2] ?? "").toLowerCase();
  const port = Number(match[3] ?? (tls ? 993 : 143));
  if (port < 1 || port > 65_535 || (!tls && !isLocal(`imap://${host}`))) return null;
  return { domain: domain.toLowerCase(), host, port, tls };
}

const entriesOf = (setting: string): string[] => setting.split(",").filter((entry) => entry.trim() !== "");

/** Null when one of them cannot be read. */
export function readHosts(setting: string): KnownHost[] | null {
  const hosts = entriesOf(setting).map(readEntry);
  return hosts.includes(null) ? null : hosts.filter((host) => host !== null);
}

export const imapHostsSetting = z
  .string()
  .refine((value) => readHosts(value) !== null, "entries like example.com=imaps://imap.example.com:993, with commas")
  .optional();

/** The sandbox's mailbox has a port beside that of its mail server. */
export const sandboxImapPort = (smtpPort: number): number => (smtpPort > 65_000 ? smtpPort - 118 : smtpPort + 118);

/** With real people no server is on this machine, and none is asked in the open. */
export const findLocalHost = (value: string): string | null =>
  (readHosts(value) ?? []).some(({ tls, host }) => !tls || isLocal(`imap://${host}`))
    ? "names a server on this machine or one without TLS"
    : null;

/** Microsoft takes passwords for IMAP no more since 2024-09-16. */
const MICROSOFT = /^(?:outlook|hotmail|live|msn|passport)\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/;

export function createHosts(setting = "") {
  const known = new Map<string, MailHost>(
    LISTED.flatMap(({ domains, host, port }) => domains.map((domain) => [domain, { host, port, tls: true }] as const)),
  );
  for (const { domain, ...host } of readHosts(setting) ?? []) known.set(domain, host);
  return {
    /** By the part behind the @. */
    find(address: string): MailHost | "microsoft" | null {
      const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
      return known.get(domain) ?? (MICROSOFT.test(domain) ? "microsoft" : null);
    },
    /** As people know them. */
    named: LISTED.map(({ name }) => name),
  };
}
export type Hosts = ReturnType<typeof createHosts>;
