/** Takes forwarded mail in: into the inbox, sealed, and from there by its job to its facts. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database, Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import type { Foreign, InboxReader, InboxRow } from "#platform/inbox";
import { networkOf } from "#platform/network";
import { findFormerOwner, findOwner } from "./address-store.ts";
import type { MailboxesDeps } from "./context.ts";
import { READ_MAIL } from "./job-kinds.ts";
import { LIMITS, MAX_MAIL_BYTES } from "./limits.ts";
import { readLink } from "./links/link-store.ts";
import { KeysUnknownError } from "./prove-sender.ts";
import { openMail } from "./read/open-mail.ts";
import { keepMail, keyOfMail, type ReadingDeps, type ReadMail, readRawMails } from "./read-and-keep.ts";
import { createMailSeal, PROVIDER } from "./sealed-mail.ts";

/** Keys of stores are asked for so often; then a mail is read as one that nobody vouches for. */
const KEY_TRIES = 5;

export type TakeRefusal = "unknown_address" | "too_large" | "too_many";
export type Taken = { ok: true; fresh: boolean } | { ok: false; code: TakeRefusal };

/** By which way it came: `token` of the address, or the link. */
type Way = { token: string; link_id: null } | { token: null; link_id: string };
const schemaOf = (payload: unknown): (Way & { raw: string }) | null => {
  const told = payload as { token?: unknown; link_id?: unknown; raw?: unknown } | null;
  if (typeof told?.raw !== "string") return null;
  if (typeof told.token === "string") return { token: told.token, link_id: null, raw: told.raw };
  return typeof told.link_id === "string" ? { token: null, link_id: told.link_id, raw: told.raw } : null;
};

/** Mail that is somebody else's matter, by the address it comes to. */
export type OtherTaker = {
  knows(address: string): boolean;
  take(mail: { recipient: string; raw: Buffer; address: string; return_path: string | null }): Promise<Taken>;
};

export function createMailTaker(deps: MailboxesDeps, reading: ReadingDeps) {
  const { database, clock, inbox, limits, settings, log } = deps;
  const { close, open } = createMailSeal(deps.secret);

  /** Local part of one of our addresses; null for every other address. */
  function tokenOf(address: string): string | null {
    const at = address.lastIndexOf("@");
    if (address.slice(at + 1).toLowerCase() !== settings.FORWARD_DOMAIN.toLowerCase()) return null;
    const local = address.slice(0, at).toLowerCase();
    return /^[0-9a-z]{20,40}$/.test(local) ? local : null;
  }

  const others: OtherTaker[] = [];
  async function knows(address: string): Promise<boolean> {
    if (others.some((other) => other.knows(address))) return true;
    const token = tokenOf(address);
    return token !== null && (await findOwner(database.db, token)) !== null;
  }

  /** `return_path`: to whom it would come back; empty for nobody, null where that is not told. */
  async function take(mail: {
    recipient: string;
    raw: Buffer;
    address: string;
    return_path?: string | null;
  }): Promise<Taken> {
    const other = others.find((one) => one.knows(mail.recipient));
    if (other) return other.take({ ...mail, return_path: mail.return_path ?? null });
    const token = tokenOf(mail.recipient);
    const owner = token && (await findOwner(database.db, token));
    if (!token || !owner) return { ok: false, code: "unknown_address" };
    if (mail.raw.length > MAX_MAIL_BYTES) return { ok: false, code: "too_large" };
    const wait = await limits.takeAll([
      [LIMITS.mail_member, owner],
      [LIMITS.mail_network, networkOf(mail.address)],
    ]);
    if (wait) return { ok: false, code: "too_many" };
    const messageId = (await openMail(mail.raw))?.message_id ?? "";
    const told: Foreign = {
      ...{ provider: PROVIDER, source: "webhook", said_at: clock.now() },
      row_key: sha256(`${token}:${keyOfMail(messageId, mail.raw)}`).toString("hex"),
      payload: { token, raw: close(mail.raw) },
    };
    const fresh = await database.transaction((tx) => inbox.put(tx, [told]));
    return { ok: true, fresh: fresh.length > 0 };
  }

  /** A mailbox that was unlinked in the meantime is nobody's: its mail goes unread. */
  async function ownerOf(runner: Database, way: Way): Promise<string | null> {
    if (way.token !== null) return findFormerOwner(runner, way.token);
    const link = await readLink(runner, way.link_id);
    return link && link.state !== "revoked" ? link.user_id : null;
  }

  type Found = { way: Way; owner: string; reads: readonly ReadMail[] };
  async function readRow(row: InboxRow, attempt: number): Promise<Found | null> {
    const told = schemaOf(row.payload);
    const owner = told && (await ownerOf(database.db, told));
    if (!told || !owner) return null;
    const how = { received_at: row.fetched_at, linked: told.link_id !== null };
    const raw = open(told.raw);
    const reads = await readRawMails(reading, raw, how).catch((error: unknown) => {
      if (!(error instanceof KeysUnknownError) || attempt < KEY_TRIES) throw error;
      log.warn({ err: error }, "a store's key could not be asked for; its mail is read without a signature");
      const unsigned = { prove: async () => ({ signed_by: [], addressed_by: [], why: "signature_broken" as const }) };
      return readRawMails({ ...reading, prover: unsigned }, raw, how);
    });
    return { way: told, owner, reads };
  }

  /** Whose it is once nobody can leave, be merged or unlink a mailbox beside us; null: nobody's any more. */
  async function lockOwner(tx: Tx, { way, owner }: Found): Promise<string | null> {
    const living = await deps.identity.lockLiving(tx, owner);
    const now = await ownerOf(tx, way);
    if (now === owner) return living && owner;
    return now !== null && (await deps.identity.lockLiving(tx, now)) ? now : null;
  }

  /** The text goes in the transaction that keeps what it says. */
  async function readNow(rowKey: string, attempt: number): Promise<void> {
    const row = await inbox.find(PROVIDER, rowKey);
    if (!row) return;
    const found = await readRow(row, attempt);
    await database.transaction(async (tx) => {
      const [locked] = await inbox.lock(tx, "webhook", [row.inbox_id]);
      if (!locked) return;
      const user_id = found && (await lockOwner(tx, found));
      const reads = found?.reads ?? [];
      const link_id = found?.way.link_id ?? null;
      // Of a linked mailbox nothing is named but what says something of a purchase.
      for (const read of reads)
        if (user_id && (link_id === null || read.facts.length > 0))
          await keepMail(tx, reading, read, { user_id, link_id });
      const reason = user_id ? (reads.length > 0 ? null : "it is no mail that can be opened") : "whose it was is gone";
      await inbox.settle(tx, [{ inbox_id: row.inbox_id, state: reason ? "refused" : "applied", reason }]);
    });
  }

  const reader: InboxReader = {
    ...{ providers: [PROVIDER], source: "webhook", first_look_minutes: 10 },
    jobs: (rows) => rows.map(({ row_key }) => READ_MAIL.with({ row_key })),
    again: ({ row_key }) => READ_MAIL.with({ row_key }, { if_there: "keep" }),
  };
  inbox.register(reader);

  /** Mailgun signs when it calls and not what it says: what counts is the store's signature inside. */
  function isMailgun(told: { timestamp: string; token: string; signature: string }): boolean {
    const key = settings.MAILGUN_SIGNING_KEY;
    if (key === "off" || !/^\d{10}$/.test(told.timestamp) || !/^[0-9a-f]{64}$/.test(told.signature)) return false;
    const age = Math.abs(clock.now().getTime() / 1_000 - Number(told.timestamp));
    const mine = createHmac("sha256", key).update(`${told.timestamp}${told.token}`).digest();
    return age <= 86_400 && timingSafeEqual(mine, Buffer.from(told.signature, "hex"));
  }

  const register = (other: OtherTaker): void => void others.push(other);
  return { take, knows, register, readNow, isMailgun, hearsMailgun: () => settings.MAILGUN_SIGNING_KEY !== "off" };
}
export type MailTaker = ReturnType<typeof createMailTaker>;
