/** Reads what is new in a linked mailbox: what speaks of a purchase goes to the inbox with the cursor, all else nowhere. */
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import type { Foreign } from "#platform/inbox";
import { addJobs } from "#platform/jobs";
import { syncJob } from "../job-kinds.ts";
import { MAX_MAIL_BYTES } from "../limits.ts";
import { openMail } from "../read/open-mail.ts";
import { readMail } from "../read/read-mail.ts";
import { isPersonal, keyOfMail } from "../read-and-keep.ts";
import { PROVIDER } from "../sealed-mail.ts";
import { withLinkLock } from "./link-lock.ts";
import { type LinkRow, lockLink, readLink } from "./link-store.ts";
import type { LinkError } from "./links.types.ts";
import type { LinksContext } from "./links-context.ts";
import { moveState } from "./move-state.ts";
import { type ListedMail, MailboxError, type OpenMailbox } from "./reader.ts";
import { goesOn, isRead, MAX_BYTES, MAX_MAILS, SYNC_MINUTES, waitMinutes } from "./rules.ts";
import { tellLost } from "./tell-lost.ts";

/** Who says no without a reason is asked again as often before it is believed. */
const TRIES_UNSURE = 3;
/** What the list of a mailbox already says of a mail's size may be less than it is, never much less. */
const fits = ({ size }: ListedMail): boolean => size <= MAX_MAIL_BYTES;

type Found = {
  cursor: string;
  more: boolean;
  looked: number;
  too_large: number;
  told: Foreign[];
};

/** Whether it says anything that is kept. A mail that our reading stumbles over stops no mailbox: it is passed over, and told. */
async function saysSomething({ clock, log }: LinksContext, raw: Buffer): Promise<{ message_id: string } | null> {
  try {
    const mail = await openMail(raw);
    return mail && readMail(mail, clock.now()).facts.length > 0 ? { message_id: mail.message_id } : null;
  } catch (error) {
    log.error({ err: error }, "a mail of a linked mailbox could not be read, and was passed over");
    return null;
  }
}

async function collect(context: LinksContext, row: LinkRow, mailbox: OpenMailbox): Promise<Found> {
  const { cursor, since } = row;
  const { mails, end, more } = await mailbox.list({ cursor, since, most: MAX_MAILS });
  const found: Found = { cursor: cursor ?? "", more, looked: 0, too_large: 0, told: [] };
  let bytes = 0;
  for (const mail of mails) {
    if (bytes >= MAX_BYTES) return { ...found, more: true };
    found.cursor = mail.cursor;
    found.looked += 1;
    if (!fits(mail)) found.too_large += 1;
    else if (!isPersonal(mail.from)) {
      const raw = await mailbox.raw(mail.id, MAX_MAIL_BYTES);
      bytes += raw?.length ?? 0;
      const told = raw ? await toForeign(context, row, raw) : null;
      if (told) found.told.push(told);
    }
  }
  return { ...found, cursor: end };
}

async function toForeign(context: LinksContext, row: LinkRow, raw: Buffer): Promise<Foreign | null> {
  const { clock, seal } = context;
  const says = await saysSomething(context, raw);
  if (!says) return null;
  return {
    ...{ provider: PROVIDER, source: "webhook", said_at: clock.now() },
    row_key: sha256(`link:${row.link_id}:${keyOfMail(says.message_id, raw)}`).toString("hex"),
    payload: { link_id: row.link_id, raw: seal.mail.close(raw) },
  };
}

/** The row as it is locked now; null when it was paused, ended, linked anew or read by somebody else in the meantime. */
async function stillSame(tx: Tx, row: LinkRow): Promise<LinkRow | null> {
  const now = await lockLink(tx, row.link_id);
  const same =
    now &&
    isRead(now.state) &&
    now.cursor === row.cursor &&
    now.secret_sealed?.equals(row.secret_sealed ?? Buffer.alloc(0));
  return same ? now : null;
}

async function keep(context: LinksContext, row: LinkRow, found: Found, renewed: Buffer | null): Promise<void> {
  const { clock, database, inbox } = context;
  await database.transaction(async (tx) => {
    const now = await stillSame(tx, row);
    if (!now) return;
    const at = clock.now();
    const atOnce = goesOn(found, row.cursor);
    await inbox.put(tx, found.told);
    await moveState(tx, now, {
      ...{ state: found.more ? "backfilling" : "active", by: "server", at },
      set: {
        ...{ cursor: found.cursor, failures: 0, last_error: null, ...(renewed && { secret_sealed: renewed }) },
        ...{ last_sync_at: at, failed_at: null, caught_up_at: found.more ? now.caught_up_at : at },
        next_sync_at: atOnce ? at : new Date(at.getTime() + SYNC_MINUTES * 60_000),
        looked_at: now.looked_at + BigInt(found.looked),
        too_large: now.too_large + BigInt(found.too_large),
      },
    });
    if (atOnce) await addJobs(tx, [syncJob(row.link_id)]);
  });
}

async function fail(context: LinksContext, row: LinkRow, error: MailboxError): Promise<void> {
  const { clock, database } = context;
  await database.transaction(async (tx) => {
    const now = await stillSame(tx, row);
    if (!now) return;
    const at = clock.now();
    const failures = now.failures + 1;
    const lost = error.code === "password_refused" && (error.sure || failures >= TRIES_UNSURE);
    const code: LinkError = error.code;
    const next = await moveState(tx, now, {
      ...{ state: lost ? "reauth_needed" : "throttled", by: "server", at, why: code },
      set: {
        ...{ failures, last_error: code, failed_at: at },
        next_sync_at: new Date(at.getTime() + waitMinutes(failures) * 60_000),
      },
    });
    if (lost) await tellLost(tx, context, next, "at_once");
  });
}

async function open({ grants, hosts, reader }: LinksContext, row: LinkRow, secret: string): Promise<OpenMailbox> {
  const grant = row.provider === "imap" ? null : grants.get(row.provider);
  const host = hosts.find(row.address);
  if (grant) return grant.open(secret);
  // A provider that left our list is not asked any more.
  if (row.provider !== "imap" || !host || host === "microsoft") throw new MailboxError("unreachable");
  return reader.open({ host, user: row.address, password: secret });
}

/** Nothing when it is not to be read now, or is being read by somebody else. */
export async function syncLink(context: LinksContext, linkId: string): Promise<void> {
  await withLinkLock(context.database, linkId, async () => {
    const row = await readLink(context.database.db, linkId);
    if (!row || !isRead(row.state) || !row.secret_sealed) return;
    try {
      const mailbox = await open(context, row, context.seal.password.open(row.secret_sealed));
      const found = await collect(context, row, mailbox).finally(() => mailbox.close());
      await keep(context, row, found, mailbox.renewed ? context.seal.password.close(mailbox.renewed) : null);
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error;
      await fail(context, row, error);
    }
  });
}
