/** What a member does with linked mailboxes: link, pause, resume, unlink, forget all. */
import { isEmail } from "#identity";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { syncJob } from "../job-kinds.ts";
import { LIMITS } from "../limits.ts";
import { dropMails } from "../mail-store.ts";
import type { MailboxRefusal } from "../messages.ts";
import { CONSENT_VERSION, consentHash } from "./consent.ts";
import { firstRow, MAX_LINKS } from "./first-row.ts";
import { allLinks, deleteLinks, type LinkRow, lockLink, lockLinksOf, lockOpenLinks, saveLink } from "./link-store.ts";
import type { LinksContext } from "./links-context.ts";
import { endKey, moveState } from "./move-state.ts";
import { MailboxError, type MailHost } from "./reader.ts";
import { CHECK_MINUTES, isRead, mayBecome } from "./rules.ts";

type Told<T = null> = Outcome<T, MailboxRefusal>;
export type LinkWish = {
  user_id: string;
  address: string;
  password: string;
  agreed: boolean;
  consent_version: string;
  language: "en" | "es";
  /** The client's, for the limits. */
  ip: string;
};
type Asked = { user_id: string; link_id: string };

/** As providers show an app password, in groups of four; some say to leave the spaces out. */
const bare = (password: string): string => {
  const text = password.trim();
  return /^(?:[a-z0-9]{4} ){3}[a-z0-9]{4}$/i.test(text) ? text.replaceAll(" ", "") : text;
};
/** A line break would end the command that carries it. */
const isSendable = (text: string): boolean => text.length <= 256 && !/\p{Cc}/u.test(text);

function readWish(
  { grants, hosts }: LinksContext,
  wish: LinkWish,
): Told<{ address: string; password: string; host: MailHost }> {
  const address = wish.address.trim().toLowerCase();
  const password = bare(wish.password);
  if (!isEmail(address) || !isSendable(address)) return refused("link_address_invalid");
  const host = hosts.find(address);
  if (host === "microsoft") return refused(grants.has("microsoft") ? "link_by_sign_in" : "link_microsoft");
  if (!host) return refused("link_host_unknown");
  if (password === "") return refused("link_password_missing");
  if (!isSendable(password)) return refused("link_password_refused");
  if (!wish.agreed) return refused("link_consent_missing");
  if (wish.consent_version !== CONSENT_VERSION) return refused("link_consent_changed");
  return done({ address, password, host });
}

const REFUSED = {
  password_refused: "link_password_refused",
  unreachable: "link_unreachable",
  busy: "link_busy",
  no_inbox: "link_no_inbox",
} as const;

/** The member's link of this mailbox, made when there is none: what it is asked for is there before its server is asked. */
async function begin(
  tx: Tx,
  context: LinksContext,
  wish: LinkWish,
  read: { address: string; host: MailHost },
): Promise<Told<LinkRow>> {
  const at = context.clock.now();
  if (!(await context.identity.lockLiving(tx, wish.user_id))) return refused("link_unknown");
  await lockLinksOf(tx, wish.user_id);
  const open = await lockOpenLinks(tx, wish.user_id);
  const known = open.find(({ address }) => address === read.address);
  if (known && known.state !== "checking") return done(known);
  const fresh = at.getTime() - CHECK_MINUTES * 60_000;
  if (known && known.changed_at.getTime() > fresh) return refused("link_checking");
  if (known) await moveState(tx, known, { state: "revoked", by: "server", at, why: "check_ended" });
  else if (open.length >= MAX_LINKS) return refused("link_too_many");
  const row: LinkRow = {
    ...firstRow({ link_id: newId("mailbox_link"), user_id: wish.user_id, address: read.address, at }),
    ...{ host: read.host.host, ...receiptOf(wish, at) },
  };
  await saveLink(tx, row, { from: null, by: "member" });
  return done(row);
}

const receiptOf = ({ language }: LinkWish, at: Date) => ({
  ...{ consent_version: CONSENT_VERSION, consent_hash: consentHash(language), consent_language: language },
  consented_at: at,
});

/** Whether the mailbox opens. Nothing of it is read yet. */
async function tryOpen(
  { checker }: LinksContext,
  read: { address: string; password: string; host: MailHost },
): Promise<MailboxError | null> {
  try {
    const mailbox = await checker.open({ host: read.host, user: read.address, password: read.password });
    await mailbox.close();
    return null;
  } catch (error) {
    if (error instanceof MailboxError) return error;
    throw error;
  }
}

/** A password is kept only once its mailbox took it. */
export async function linkMailbox(context: LinksContext, wish: LinkWish): Promise<Told<{ link_id: string }>> {
  const { clock, database, identity, limits, seal } = context;
  const read = readWish(context, wish);
  if (!read.ok) return read;
  const wait = await limits.takeAll([
    [LIMITS.link_member, wish.user_id],
    [LIMITS.mailbox_network, networkOf(wish.ip)],
    [LIMITS.link_mailbox, read.value.address],
  ]);
  if (wait) return refused("link_wait", wait);
  const begun = await database.transaction((tx) => begin(tx, context, wish, read.value));
  if (!begun.ok) return begun;
  const error = await tryOpen(context, read.value);
  return database.transaction(async (tx): Promise<Told<{ link_id: string }>> => {
    const living = await identity.lockLiving(tx, wish.user_id);
    const row = await lockLink(tx, begun.value.link_id);
    const at = clock.now();
    // Unlinked, or left, while its server was asked.
    if (!living || !row || row.user_id !== wish.user_id || row.state === "revoked") return refused("link_unknown");
    if (error) {
      if (row.state === "checking") await moveState(tx, row, { state: "revoked", by: "server", at, why: error.code });
      return refused(REFUSED[error.code]);
    }
    // Read with an app password from now on: the key of its provider's own sign-in is nobody's.
    await endKey(tx, row);
    const password = { secret_sealed: seal.password.close(read.value.password), ...receiptOf(wish, at) };
    await moveState(tx, row, {
      ...{ state: mayBecome(row.state, "backfilling") ? "backfilling" : row.state, by: "member", at },
      set: {
        ...password,
        ...{ host: read.value.host.host, provider: "imap", cursor: row.provider === "imap" ? row.cursor : null },
        failures: 0,
        last_error: null,
        failed_at: null,
        next_sync_at: at,
      },
    });
    await addJobs(tx, [syncJob(row.link_id)]);
    return done({ link_id: row.link_id });
  });
}

/** `act` on a link of the member's own that is not ended. Whoever reads its mails waits, and then finds what was done. */
async function change(
  { database, identity }: LinksContext,
  { user_id, link_id }: Asked,
  act: (tx: Tx, row: LinkRow) => Promise<Told>,
): Promise<Told> {
  return database.transaction(async (tx) => {
    await identity.lockLiving(tx, user_id);
    const row = await lockLink(tx, link_id);
    return row?.user_id === user_id ? act(tx, row) : refused("link_unknown");
  });
}

export const pauseLink = (context: LinksContext, asked: Asked): Promise<Told> =>
  change(context, asked, async (tx, row) => {
    if (row.state === "paused") return done(null);
    if (!mayBecome(row.state, "paused")) return refused("link_not_now");
    await moveState(tx, row, { state: "paused", by: "member", at: context.clock.now() });
    return done(null);
  });

export const resumeLink = (context: LinksContext, asked: Asked): Promise<Told> =>
  change(context, asked, async (tx, row) => {
    if (row.state !== "paused") return mayBecome(row.state, "paused") ? done(null) : refused("link_not_now");
    const at = context.clock.now();
    const state = row.caught_up_at ? "active" : "backfilling";
    await moveState(tx, row, { state, by: "member", at, set: { next_sync_at: at, failures: 0 } });
    await addJobs(tx, [syncJob(row.link_id)]);
    return done(null);
  });

/** The password goes at once. `forget`: so does what came by it. */
export const revokeLink = (context: LinksContext, asked: Asked & { forget: boolean }, by = "member"): Promise<Told> =>
  change(context, asked, async (tx, row) => {
    if (row.state !== "revoked") await moveState(tx, row, { state: "revoked", by, at: context.clock.now() });
    if (asked.forget) await dropMails(tx, { user_id: asked.user_id, link_id: row.link_id });
    return done(null);
  });

/** Every link with its password, its history and what came by it. */
export async function forgetLinks({ database, identity }: LinksContext, userId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await identity.lockLiving(tx, userId);
    await lockLinksOf(tx, userId);
    for (const row of await allLinks(tx, userId)) {
      await dropMails(tx, { user_id: userId, link_id: row.link_id });
      await endKey(tx, row);
    }
    await deleteLinks(tx, userId);
  });
}

/** Reads at once, for a person who looks into it; false when it is not one that is read. */
export async function syncSoon({ clock, database }: LinksContext, linkId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await lockLink(tx, linkId);
    if (!row || !isRead(row.state)) return false;
    await saveLink(tx, { ...row, next_sync_at: clock.now() }, null);
    await addJobs(tx, [syncJob(linkId)]);
    return true;
  });
}
