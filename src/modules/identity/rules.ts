/** Rules of accounts: pure, no clock, no database. */
import { type IdentityRefusal, PASSWORD_MINIMUM } from "./messages.ts";
import { isPlainName } from "./names.ts";

/** SPEC §5: the pattern allows a domain suffix of 2 to 24 characters. */
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i;

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** Addresses are kept in lower case without surrounding space, so that one person has one account. */
export const normaliseEmail = (text: string): string => text.trim().toLowerCase();

/** The mailbox behind an address, without what its owner may add or leave out: a tag after a plus, Google's dots. */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = normaliseEmail(email).split("@");
  const plain = local.split("+")[0] ?? "";
  return domain === "gmail.com" || domain === "googlemail.com"
    ? `${plain.replaceAll(".", "")}@gmail.com`
    : `${plain}@${domain}`;
}

export type Registration = { name: string; email: string; password: string; password_confirmation: string };

/** All that is wrong with a registration, one fault a field, in the order of the form. */
export function findFaults(registration: Registration): IdentityRefusal[] {
  const faults: IdentityRefusal[] = [];
  if (registration.name.trim() === "") faults.push("name_missing");
  else if (!isPlainName(registration.name)) faults.push("name_invalid");
  if (!isEmail(normaliseEmail(registration.email))) faults.push("invalid_email");
  if ([...registration.password].length < PASSWORD_MINIMUM) faults.push("password_short");
  else if (registration.password !== registration.password_confirmation) faults.push("password_mismatch");
  return faults;
}

/** Token cookies are named for where they were made (SPEC "Data"). */
export function tokenCookieName(publicUrl: string, environment: string): string {
  if (environment === "test") return "tp_token_test";
  const host = new URL(publicUrl).hostname;
  return host === "localhost" || host === "127.0.0.1" || host.endsWith(".localhost") ? "tp_token_local" : "tp_token";
}

/** "rosa@example.com" → "r•••@example.com": enough for its owner to know it, too little to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email.slice(0, at)][0] ?? ""}•••${email.slice(at)}`;
}

/** "Rosa Delgado" → "RD". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
