/** A member sends a claim: what it is about is checked, its part of the limits set aside, its papers bound; then it is decided. */
import { orderId } from "#cashback";
import { type CivilDate, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId, newSecret } from "#platform/ids";
import { emit } from "#platform/jobs";
import { shareDown } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import { workingDaysAfter } from "#platform/working-days";
import { receiptId } from "#receipts";
import { CLAIM_TYPES, type ClaimTerms, type PaidType } from "../../../brands/benefits.ts";
import type { ClaimPage, ClaimRequest, DropRequest } from "./benefits.types.ts";
import { dropOf } from "./claim-rules.ts";
import {
  addReceipts,
  type Claim,
  claimsOfMails,
  claimsOfOrders,
  findByKey,
  findByPurchase,
  lockMember,
  saveClaim,
} from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { decideClaim } from "./decide-claim.ts";
import { followPurchases } from "./follow-mails.ts";
import { CLAIM_CHANGED } from "./job-kinds.ts";
import { LIMITS } from "./limits.ts";
import { findMailPurchase, isOfMail, type MailPurchase, paidOf, partnerOfMail } from "./mail-purchases.ts";
import type { BenefitRefusal } from "./messages.ts";
import { foldName } from "./names.ts";
import { findPartner } from "./partners.ts";
import { readClaimPage } from "./read-claims.ts";
import { toldOf } from "./refunds-told.ts";
import { causeOf, reserve } from "./settle-claim.ts";
import { coverOf, readStanding, type Standing } from "./standing.ts";

export const MAX_RECEIPTS = 4;
export const MAX_PAID_MINOR = 1_000_000n;
const MAX_MERCHANT = 100;
const EARLIEST = "2000-01-01";

type Bought = Pick<Claim, "merchant" | "purchased_on" | "paid_minor" | "order_id" | "drop" | "mail">;
/** What is sent, by a form or by protection. */
type Request = Pick<ClaimRequest, "user_id" | "request_key" | "receipt_ids"> & { type: PaidType };
type ReadBought = (terms: ClaimTerms, place: { today: CivilDate; country: string }) => Outcome<Bought, BenefitRefusal>;
type Sending = {
  request: Request;
  terms: ClaimTerms;
  standing: Standing;
  membership_id: string;
  bought: Bought;
  /** Of a drop the store is known by its name in our catalogue. */
  store: string | null;
};
type Sent = Promise<Outcome<ClaimPage, BenefitRefusal>>;

/** By a form: what only we can have seen is not claimed by it. */
export async function sendClaim(context: BenefitsDeps, request: ClaimRequest): Sent {
  if (!CLAIM_TYPES.includes(request.type)) return refused("unknown_benefit");
  const { user_id, order_id } = request;
  const mail = order_id === null ? null : await findMailPurchase(context, user_id, order_id);
  const sent = await send(context, request, {
    store: null,
    read: (terms, { today, country }) =>
      mail ? readMailed(request, mail, { terms, today, country }) : readBought(request, terms, today),
  });
  // A refund that was told while the claim was written found no claim then.
  if (sent.ok && mail) await followPurchases(context, user_id, [mail.purchase]);
  return sent;
}

/** By protection, which read the lower price itself. */
export const claimDrop = (context: BenefitsDeps, request: DropRequest): Sent =>
  send(
    context,
    { ...request, type: "orderprotection" },
    { store: request.internal_name, read: () => readDrop(request) },
  );

function readDrop({ merchant, purchased_on, drop, receipt_ids }: DropRequest): ReturnType<ReadBought> {
  if (new Set(receipt_ids).size > MAX_RECEIPTS) return refused("too_many_receipts");
  if (receipt_ids.length === 0 && !drop.signed) return refused("receipt_missing");
  const paid_minor = dropOf(drop);
  if (paid_minor < 1n || BigInt(drop.bought_minor) > MAX_PAID_MINOR || !isDay(purchased_on))
    return refused("amount_invalid");
  return done({ merchant, purchased_on, paid_minor, order_id: null, drop, mail: null });
}

/** The store's own mail says all: what the form says beside it does not count. */
function readMailed(
  { type, receipt_ids }: ClaimRequest,
  told: MailPurchase,
  { terms, today, country }: { terms: ClaimTerms; today: CivilDate; country: string },
): ReturnType<ReadBought> {
  if (new Set(receipt_ids).size > MAX_RECEIPTS) return refused("too_many_receipts");
  const { store, bought_on, purchase, fact_id, mail_id, total_minor, refunded_minor, by_words } = told;
  const paid_minor = paidOf(told, terms);
  if (!isDay(bought_on) || bought_on < EARLIEST || bought_on > plusDay(today)) return refused("date_invalid");
  if (paid_minor > MAX_PAID_MINOR || shareDown(paid_minor, terms.share_bps) < 1n) return refused("amount_invalid");
  const merchant = partnerOfMail(type, country, store)?.name ?? store.name.slice(0, MAX_MERCHANT);
  return done({
    merchant,
    purchased_on: bought_on,
    paid_minor,
    order_id: null,
    drop: null,
    mail: {
      ...{ purchase, fact_id, mail_id, total_minor, refunded_minor, told_minor: toldOf(told).toString() },
      ...(by_words ? { by_words } : {}),
    },
  });
}

async function send(
  context: BenefitsDeps,
  request: Request,
  { store, read }: { store: string | null; read: ReadBought },
): Sent {
  const known = await findByKey(context.database.db, request.user_id, request.request_key);
  if (known) return pageOf(context, known.claim_id, request.user_id);
  const contact = await context.identity.contact(request.user_id);
  if (!contact) return refused("unknown_benefit");
  const standing = await readStanding(context, { ...contact, user_id: request.user_id });
  const terms = standing.brand.benefits.claims[request.type];
  if (!terms) return refused("unknown_benefit");
  const cover = coverOf(standing.memberships, terms.tiers);
  if ("closed" in cover) return refused(cover.closed);
  const bought = read(terms, { today: civilDate(context.clock.now()), country: standing.country });
  if (!bought.ok) return bought;
  if (await context.limits.take(LIMITS.send_claim, request.user_id)) return refused("too_many_claims");
  const { membership_id } = cover.membership;
  const sending = { request, terms, standing, membership_id, bought: bought.value, store };
  const made = await context.database.transaction((tx) => keepClaim(tx, context, sending));
  if (!made.ok) return made;
  await decideClaim(context, made.value);
  return pageOf(context, made.value, request.user_id);
}

async function pageOf(
  context: BenefitsDeps,
  claimId: string,
  userId: string,
): Promise<Outcome<ClaimPage, BenefitRefusal>> {
  const page = await readClaimPage(context, userId, claimId);
  return page ? done(page) : refused("unknown_claim");
}

const isDay = (text: string): text is CivilDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;

/** What the member tells of the purchase, before anything is looked up. A day is whole wherever they are. */
function readBought(
  request: ClaimRequest,
  terms: ClaimTerms,
  today: CivilDate,
): Outcome<Bought, "merchant_invalid" | "date_invalid" | "amount_invalid" | "receipt_missing" | "too_many_receipts"> {
  const merchant = storableText(request.merchant).replace(/\s+/g, " ").trim().slice(0, MAX_MERCHANT);
  const amount = /^\d{1,9}$/.test(request.paid_minor) ? BigInt(request.paid_minor) : 0n;
  const byOrder = request.order_id !== null;
  if (new Set(request.receipt_ids).size > MAX_RECEIPTS) return refused("too_many_receipts");
  if (request.receipt_ids.length === 0 && !(byOrder && terms.of === "total")) return refused("receipt_missing");
  // Our own order says store and day, and what was paid where all of it counts.
  const proven = byOrder && terms.of === "total";
  if (!byOrder && foldName(merchant) === "") return refused("merchant_invalid");
  const { purchased_on } = request;
  if (!byOrder && !(isDay(purchased_on) && purchased_on >= EARLIEST && purchased_on <= plusDay(today)))
    return refused("date_invalid");
  if (!proven && (amount > MAX_PAID_MINOR || shareDown(amount, terms.share_bps) < 1n)) return refused("amount_invalid");
  return done({
    merchant,
    purchased_on: purchased_on as CivilDate,
    paid_minor: amount,
    order_id: request.order_id,
    ...{ drop: null, mail: null },
  });
}

const plusDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

async function keepClaim(tx: Tx, context: BenefitsDeps, sending: Sending): Promise<Outcome<string, BenefitRefusal>> {
  const { request, terms, standing } = sending;
  const { user_id, type } = request;
  await lockMember(tx, user_id);
  const { drop } = sending.bought;
  const known =
    (await findByKey(tx, user_id, request.request_key)) ?? (drop && (await findByPurchase(tx, drop.purchase)));
  if (known) return done(known.claim_id);
  const bought = await holdBought(tx, context, sending);
  if (!bought.ok) return bought;
  const now = context.clock.now();
  const named = findPartner(type, standing.country, bought.value.merchant);
  const store = sending.store ?? named?.internal_name ?? null;
  const merchant = named?.name ?? bought.value.merchant;
  const order = await ownOrder(tx, context, { request, terms, bought: bought.value }, store);
  if (!order.ok) return order;
  const core = {
    ...{ claim_id: newId("rebate_claim"), user_id, type, terms },
    ...bought.value,
    ...{ order_id: order.value, merchant, merchant_key: foldName(merchant) },
  };
  const papers = [...new Set(request.receipt_ids)].flatMap((id) => receiptId.read(id) ?? []);
  if (papers.length < new Set(request.receipt_ids).size) return refused("unknown_receipt");
  const used = await context.receipts.use(tx, { receipt_ids: papers, user_id, cause: causeOf(core) });
  if (!used.ok) return used;
  const claim: Claim = {
    ...core,
    ...(await reserve(tx, context, core)),
    ...{ reference: newReference(), request_key: request.request_key, country: standing.country },
    ...{ partner: standing.brand.partner_name, membership_id: sending.membership_id },
    ...{ state: "reading", reason: null, doubt: null, decided_by: null, decided_at: null, appeal_words: null },
    ...{ answer_by: civilDate(workingDaysAfter(now, context.settings.CLAIM_ANSWER_DAYS)) },
    ...{ sampled: false, looked_at: null, posted_pending: 0n, posted_confirmed: 0n },
    ...{ sequence: 1, sent_at: now, changed_at: now },
  };
  await saveClaim(tx, claim, { from: null, by: "member" });
  await addReceipts(tx, claim.claim_id, papers);
  await emit(tx, context.registry, CLAIM_CHANGED, { claim_id: claim.claim_id, sequence: 1 });
  return done(claim.claim_id);
}

/** An order of ours is held as it is, and pays back once for each kind. */
async function holdBought(
  tx: Tx,
  context: BenefitsDeps,
  { request, terms, bought }: Sending,
): Promise<Outcome<Bought, "unknown_order" | "order_claimed">> {
  const told = bought.mail;
  if (told) {
    const claimed = await claimsOfMails(tx, request.user_id, [told.purchase]);
    if (claimed.some(({ type, mail }) => type === request.type && mail && isOfMail(mail, told)))
      return refused("order_claimed");
  }
  if (bought.order_id === null) return done(bought);
  const order_id = orderId.read(bought.order_id);
  const order = order_id && (await context.cashback.holdOrder(tx, order_id));
  if (!order || order.user_id !== request.user_id || !order.stands) return refused("unknown_order");
  const claimed = await claimsOfOrders(tx, [order.order_id]);
  if (claimed.some(({ type }) => type === request.type)) return refused("order_claimed");
  return done({
    order_id: order.order_id,
    merchant: order.merchant_name,
    purchased_on: civilDate(order.ordered_at),
    paid_minor: terms.of === "total" ? order.sale_minor : bought.paid_minor,
    ...{ drop: null, mail: null },
  });
}

/**
 * What is told with a paper may be an order of ours all the same: then it goes with that order, and pays back once for both. Null
 * for what we know nothing of.
 */
async function ownOrder(
  tx: Tx,
  context: BenefitsDeps,
  { request, terms, bought }: Pick<Sending, "request" | "terms" | "bought">,
  store: string | null,
): Promise<Outcome<string | null, "order_claimed">> {
  if (bought.order_id !== null || store === null || terms.of === "shipping") return done(bought.order_id);
  const { user_id, type } = request;
  const found = await context.cashback.sameOrders(tx, {
    ...{ user_id, store, day: bought.purchased_on, sale_minor: BigInt(bought.drop?.bought_minor ?? bought.paid_minor) },
  });
  const ids = found.map(({ order_id }) => order_id);
  const claims = ids.length > 0 ? await claimsOfOrders(tx, ids) : [];
  const claimed = new Set(claims.filter((claim) => claim.type === type).map(({ order_id }) => order_id));
  const free = ids.find((id) => !claimed.has(id));
  if (ids.length > 0 && free === undefined) return refused("order_claimed");
  if (free !== undefined) await context.cashback.holdOrder(tx, free);
  return done(free ?? null);
}

const MAX_DRAWS = 60;
/** Without letters and figures that look alike. */
function newReference(): string {
  const letters = newSecret(MAX_DRAWS)
    .toUpperCase()
    .replace(/[^2-9A-HJ-NP-Z]/g, "");
  return letters.slice(0, 8);
}
