/** What a member says of a watch: that they asked the store, what it answered, that nothing need be watched. And what mails say. */
import { type Refunded, weighRefunds } from "#benefits";
import type { MailFact, RefundFact } from "#mailboxes";
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ProtectionDeps } from "./context.ts";
import type { ProtectionRefusal } from "./messages.ts";
import { claimCounts, mayBecome, movePrice } from "./move-price.ts";
import {
  addRefund,
  lockMember,
  lockPrice,
  type PriceRow,
  pricesOfOrder,
  readRefunds,
  savePrice,
} from "./price-store.ts";

type Told = Outcome<null, ProtectionRefusal>;
type Asked = { user_id: string; watch_id: string };

async function change(
  context: ProtectionDeps,
  { user_id, watch_id }: Asked,
  act: (tx: Tx, row: PriceRow, at: Date) => Promise<Told>,
): Promise<Told> {
  return context.database.transaction(async (tx) => {
    await lockMember(tx, user_id);
    const row = await lockPrice(tx, watch_id);
    return row?.user_id === user_id ? act(tx, row, context.clock.now()) : refused("unknown_watch");
  });
}

/** The letter is sent: the store's answer is waited for. What we pay is not asked of the store too. */
export const tellAsked = (context: ProtectionDeps, asked: Asked): Promise<Told> =>
  change(context, asked, async (tx, row, at) => {
    if (row.state === "asked_store") return done(null);
    if (row.state !== "re_checked" || claimCounts(row)) return refused("not_now");
    await movePrice(tx, row, { state: "asked_store", by: "member", at, set: { asked_at: at } });
    return done(null);
  });

/** The store gave something back, or not. What it gave back is not paid by us too. */
export async function tellAnswer(
  context: ProtectionDeps,
  asked: Asked & { answer: "refunded" | "refused"; amount_minor: string },
): Promise<Told> {
  const minor = /^\d{1,9}$/.test(asked.amount_minor) ? BigInt(asked.amount_minor) : 0n;
  if (asked.answer === "refunded" && minor < 1n) return refused("amount_invalid");
  const told = await change(context, asked, async (tx, row, at) => {
    if (asked.answer === "refused") {
      if (row.state === "refused") return done(null);
      if (row.state !== "asked_store") return refused("not_now");
      await movePrice(tx, row, { state: "refused", by: "member", at });
      return done(null);
    }
    if (minor > row.paid_minor * BigInt(row.pieces)) return refused("amount_invalid");
    await noteRefund(tx, row, { fact_id: `told:${row.watch_id}`, minor, at, by: "member" });
    return done(null);
  });
  if (told.ok) await followRefund(context, asked.watch_id);
  return told;
}

export const stopWatching = (context: ProtectionDeps, asked: Asked): Promise<Told> =>
  change(context, asked, async (tx, row, at) => {
    if (row.state === "withdrawn") return done(null);
    if (!mayBecome(row.state, "withdrawn") || claimCounts(row)) return refused("not_now");
    await movePrice(tx, row, { state: "withdrawn", by: "member", at });
    return done(null);
  });

type Refund = { fact_id: string; minor: bigint; at: Date; by: string };
async function noteRefund(tx: Tx, row: PriceRow, { fact_id, minor, at, by }: Refund): Promise<void> {
  await addRefund(tx, { fact_id, watch_id: row.watch_id, minor, at });
  const { certain } = await refundedOf(tx, row.watch_id);
  if (certain === row.store_minor) return;
  const next = { ...row, store_minor: certain };
  if (mayBecome(row.state, "refunded"))
    await movePrice(tx, next, { state: "refunded", by, at, minor, why: "paid_by_store" });
  else await savePrice(tx, next, null);
}

/** Only what may be believed is kept, so that all of it counts as the store's own word. */
async function refundedOf(tx: Tx, watchId: string): Promise<Refunded> {
  const told = await readRefunds(tx, watchId);
  return weighRefunds(told.map((amount_minor) => ({ amount_minor, signed: true })));
}

/** What we paid beside it comes back. Again and again the same: a server that died in between is caught up with. */
export async function followRefund(context: ProtectionDeps, watchId: string): Promise<void> {
  const refunded = await context.database.transaction(async (tx) => {
    await lockPrice(tx, watchId);
    return refundedOf(tx, watchId);
  });
  if (refunded.certain > 0n) await context.benefits.refundedDrop(watchId, refunded);
}

type RefundMail = MailFact & { content: RefundFact };
export const isRefund = (fact: MailFact): fact is RefundMail => fact.content.kind === "refund";

/** Only who proves to be the store ends or takes back something: anybody can write a mail. */
export async function hearRefund(context: ProtectionDeps, fact: RefundMail): Promise<void> {
  const { content, user_id, store, fact_id } = fact;
  if (content.order_number === null || content.currency !== "USD" || fact.proof === "none" || content.amount_minor < 1n)
    return;
  const asked = { user_id, domain: store.domain, order_number: content.order_number };
  for (const { watch_id } of await pricesOfOrder(context.database.db, asked)) {
    await change(context, { user_id, watch_id }, async (tx, row, at) => {
      await noteRefund(tx, row, { fact_id, minor: content.amount_minor, at, by: "mail" });
      return done(null);
    });
    await followRefund(context, watch_id);
  }
}
