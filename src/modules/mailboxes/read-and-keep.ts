/** Reads one raw mail and keeps what it says: facts and their event in one transaction, the text nowhere. */
import type { Tx } from "#platform/database";
import { newId, sha256 } from "#platform/ids";
import { emit } from "#platform/jobs";
import type { MailboxesDeps } from "./context.ts";
import { FACTS_READ } from "./job-kinds.ts";
import { findSame, insertMail, lockMail, type MailInsert } from "./mail-store.ts";
import type { FactContent, MailProof, MailStore } from "./mailboxes.types.ts";
import { isOf, type ProofCode, type Prover, type Signatures } from "./prove-sender.ts";
import { type ForwardingCode, forwardingCodeIn } from "./read/forwarding-code.ts";
import type { NothingCode } from "./read/mail-texts.ts";
import { bodyOf, type OpenedMail, openMail } from "./read/open-mail.ts";
import { readMail } from "./read/read-mail.ts";

export type ReadMail = {
  mail_key: string;
  message_id: string;
  subject: string;
  sender: string;
  sent_at: Date;
  proof: MailProof;
  proof_why: ProofCode | "";
  why: NothingCode | null;
  code: ForwardingCode | null;
  store: MailStore;
  facts: readonly FactContent[];
};

export type ReadingDeps = Pick<MailboxesDeps, "database" | "clock" | "registry" | "catalog" | "identity"> & {
  prover: Prover;
};

/** Where everybody can have an address: their signature says nothing of a store. */
const FREE_MAIL =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|icloud|me|mac|aol|proton|protonmail|pm|zoho|mail|gmx|fastmail|hey|yandex|yahoo|ymail|rocketmail|comcast|verizon|att|sbcglobal|web|t-online|orange|libero|terra|prodigy)\.(?:com|net|me|org|de|es|fr|it|ru|co\.uk|com\.mx|net\.mx|es\.com)$/;

export const isFreeMail = (domain: string): boolean => FREE_MAIL.test(domain);

/** `from`: the header, or the addresses of it. Also where such an address is one of several or only a name, and where there is none. */
export function isPersonal(from: string): boolean {
  const named = from.toLowerCase().matchAll(/@([\p{L}\p{N}]+(?:[.-]+[\p{L}\p{N}]+)*)/gu);
  const domains = [...named].map(([, domain = ""]) => domain);
  return domains.length === 0 || domains.some(isFreeMail);
}

/** The same mail by two ways has the same name and body, whatever was written above it on its way. */
export function keyOfMail(messageId: string, raw: Buffer): string {
  const body = bodyOf(raw).toString("latin1").replace(/\r\n/g, "\n").trimEnd();
  return sha256(`${messageId}\n${sha256(body).toString("hex")}`).toString("hex");
}

/**
 * One mail of a store is one, whoever brings it. Signatures leave out how blank a body is and often its name (Message-ID), so that
 * anybody may change those in a mail that stays signed: they do not count here.
 */
export function keyOfWords(mail: Pick<OpenedMail, "date">, raw: Buffer): string {
  const words = bodyOf(raw).toString("latin1").replace(/\s+/g, "");
  return sha256(`${mail.date?.toISOString() ?? ""}\n${sha256(words).toString("hex")}`).toString("hex");
}

/** The host itself, and what it is below of. */
function hostsAbove(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join("."));
}

async function storeOf(deps: ReadingDeps, told: { name: string; domain: string }) {
  if (isFreeMail(told.domain)) return null;
  const hosts = hostsAbove(told.domain).slice(0, 8);
  const known = await deps.catalog.storesByDomain(hosts);
  const nearest = hosts.find((host) => known.has(host));
  return nearest === undefined ? null : { ...known.get(nearest), domain: nearest };
}

function weigh(
  signatures: Signatures,
  told: { by_hand: boolean; store: string | null; linked: boolean },
): { proof: MailProof; proof_why: ProofCode | "" } {
  const less: MailProof = told.linked && !told.by_hand ? "linked" : "none";
  if (told.by_hand) return { proof: less, proof_why: "by_hand" };
  if (signatures.why) return { proof: less, proof_why: signatures.why };
  const { store } = told;
  if (store === null) return { proof: less, proof_why: "store_unknown" };
  return signatures.signed_by.some((domain) => isOf(domain, store))
    ? { proof: "signed", proof_why: "" }
    : { proof: less, proof_why: "other_domain" };
}

/** Nothing later than when it came: a date of the future would keep claims open. */
const sentAtOf = (mail: OpenedMail, receivedAt: Date): Date =>
  mail.date && mail.date.getTime() <= receivedAt.getTime() + 3_600_000 && mail.date.getTime() > 946_684_800_000
    ? mail.date
    : receivedAt;

type How = { received_at: Date; linked: boolean };

/**
 * None for what is no mail. Mails that hang on it stand for it, if they say something: a person forwarded them whole, and their
 * stores' signatures with them. Asks name servers and the catalog, and changes nothing.
 */
export async function readRawMails(deps: ReadingDeps, raw: Buffer, how: How): Promise<ReadMail[]> {
  const outer = await openMail(raw);
  if (!outer) return [];
  const found: ReadMail[] = [];
  for (const whole of outer.attached) {
    const inner = await openMail(whole);
    const read = inner && (await readOpened(deps, inner, whole, { ...how, linked: false }));
    // A code that opens somebody's mailbox is taken from its own mail alone.
    if (read && read.facts.length > 0 && !read.code) found.push(read);
  }
  return found.length > 0 ? found : [await readOpened(deps, outer, raw, how)];
}

async function readOpened(deps: ReadingDeps, mail: OpenedMail, raw: Buffer, how: How): Promise<ReadMail> {
  const signatures = await deps.prover.prove(raw, how.received_at);
  const code = forwardingCodeIn(mail, signatures.signed_by);
  const sent_at = sentAtOf(mail, how.received_at);
  const read = code
    ? { facts: [], why: null, by_hand: false, store: { name: "Google", domain: "google.com" } }
    : readMail(mail, sent_at);
  const known = await storeOf(deps, read.store);
  const weighed = weigh(signatures, { by_hand: read.by_hand, store: known?.domain ?? null, linked: how.linked });
  return {
    ...{ mail_key: keyOfWords(mail, raw), message_id: mail.message_id, subject: mail.subject, sent_at, code },
    ...{ sender: mail.from?.address ?? "", facts: read.facts, why: read.why, ...weighed },
    store: {
      merchant_id: known?.merchant_id ?? null,
      name: known?.name ?? read.store.name,
      domain: known?.domain ?? read.store.domain,
    },
  };
}

/** What is told of somebody else's signed mail is a copy: whoever brings it, the store did not write to them. */
function standing(read: ReadMail, others: boolean): Pick<MailInsert, "proof" | "proof_why"> {
  return others && read.proof !== "none"
    ? { proof: "none", proof_why: "told_before" }
    : { proof: read.proof, proof_why: read.proof_why };
}

/** True when it was new. */
export async function keepMail(
  tx: Tx,
  deps: ReadingDeps,
  read: ReadMail,
  whose: { user_id: string; link_id: string | null },
): Promise<boolean> {
  await lockMail(tx, read.mail_key);
  const same = await findSame(tx, read.mail_key);
  if (same.some(({ user_id }) => user_id === whose.user_id)) return false;
  const others = same.some(({ proof }) => proof !== "none");
  const mail_id = newId("mailbox_mail");
  const outcome = read.code ? "code" : read.facts.length > 0 ? "facts" : "nothing";
  await insertMail(
    tx,
    {
      ...{ mail_id, ...whose, mail_key: read.mail_key, message_id: read.message_id, outcome },
      ...{ subject: read.subject, sender: read.sender, sent_at: read.sent_at, read_at: deps.clock.now() },
      ...standing(read, others),
      why: outcome === "nothing" ? (read.why ?? "unreadable") : "",
      ...{ code: read.code?.code ?? null, code_href: read.code?.href ?? null },
    },
    read.facts.map((content) => ({ fact_id: newId("mail_fact"), store: read.store, content })),
  );
  if (outcome === "facts") await emit(tx, deps.registry, FACTS_READ, { mail_id });
  return true;
}
