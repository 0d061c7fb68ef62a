/**
 * Adds to an order's cash back what the membership of its member brings, and follows the order from then on: computed anew from
 * the order as it is, so that a repeat does nothing. The rule is chosen when the order is first seen and holds, whatever
 * changes of plan come after.
 */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { REBATES } from "./accounts.ts";
import { BOOST_TRANSITIONS, type BoostState, boostState, boostsFor, type Chosen, extraOf } from "./boost-rules.ts";
import { type BoostRow, findBoosted, heldOfMonth, lockBoost, saveBoost } from "./boost-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { planAt, wasPausedAt } from "./standing.ts";

type Context = Pick<BenefitsDeps, "database" | "clock" | "ledger" | "cashback" | "membership" | "partners" | "catalog">;
type Order = Awaited<ReturnType<Context["cashback"]["ordersById"]>>[number];

/** Acts on orders that changed. Those of members without a membership are left alone, unless something was added before. */
export async function followBoosts(context: Context, orderIds: readonly string[]): Promise<void> {
  const boosted = await findBoosted(context.database.db, orderIds);
  const orders = await context.cashback.ordersById(context.database.db, orderIds);
  const names = orders.flatMap(({ internal_name }) => internal_name ?? []);
  const categories = await context.catalog.categoriesOf([...new Set(names)]);
  const memberships = new Map<string, boolean>();
  for (const order of orders) {
    if (!order.user_id) continue;
    if (!boosted.has(order.order_id) && !memberships.has(order.user_id))
      memberships.set(order.user_id, (await context.membership.membershipsOf(order.user_id)).length > 0);
    if (boosted.has(order.order_id) || memberships.get(order.user_id))
      await settleBoost(context, order.order_id, categories);
  }
}

async function settleBoost(context: Context, orderId: string, categories: ReadonlyMap<string, string>): Promise<void> {
  await context.database.transaction(async (tx) => {
    const known = await lockBoost(tx, orderId);
    // Read under the lock: whoever held it before may have acted on an older state.
    const [order] = await context.cashback.ordersById(tx, [orderId]);
    if (!order?.user_id) return;
    const state = boostState(order);
    if (known?.user_id === order.user_id) return settle(tx, context, known, { chosen: known, order, state });
    // A person gave the order to somebody else: what it had brought is taken back, and the new member's own membership counts.
    const left = known && (await takeBack(tx, context, known, order));
    const chosen = state === "reversed" ? null : await choose(tx, context, order, categories);
    if (chosen) await settle(tx, context, left, { chosen, order, state });
  });
}

async function takeBack(tx: Tx, context: Context, known: BoostRow, order: Order): Promise<BoostRow> {
  if (known.state !== "reversed")
    await settle(tx, context, known, { chosen: known, order: { ...order, user_id: known.user_id }, state: "reversed" });
  const version = known.state === "reversed" ? known.version : known.version + 1;
  return { ...known, user_id: order.user_id as string, state: "reversed", back_minor: 0n, amount_minor: 0n, version };
}

/** Of the membership that ran when the order was made; null when nothing is added. */
async function choose(
  tx: Tx,
  context: Context,
  order: Order,
  categories: ReadonlyMap<string, string>,
): Promise<Chosen | null> {
  const all = await context.membership.membershipsOf(order.user_id as string, tx);
  const ran = all.filter(
    (row) =>
      row.joined_at <= order.ordered_at &&
      !wasPausedAt(row, order.ordered_at) &&
      (row.ended_at ?? order.ordered_at) >= order.ordered_at,
  );
  const category = categories.get(order.internal_name ?? "") ?? null;
  const found = ran.flatMap((row) => {
    const tier = planAt(row, order.ordered_at);
    const day = context.membership.dayOf(order.ordered_at, row.zone);
    return tier ? boostsFor(context.partners.named(row.partner).benefits, { day, tier, category }) : [];
  });
  return found.toSorted((one, other) => other.extra_bps - one.extra_bps)[0] ?? null;
}

const limitOf = ({ type, campaign_id }: Pick<Chosen, "type" | "campaign_id">): string =>
  `benefits.${type}${campaign_id ? `.${campaign_id}` : ""}`;

async function settle(
  tx: Tx,
  context: Context,
  known: BoostRow | null,
  { chosen, order, state }: { chosen: Chosen; order: Order; state: BoostState },
): Promise<void> {
  const owner = order.user_id as string;
  const before = { state: known?.state ?? ("pending" as const), amount: known?.amount_minor ?? 0n };
  const back = state === "reversed" ? (known?.back_minor ?? 0n) : order.back_minor;
  if (known && known.state === state && known.back_minor === back) return;
  if (known)
    assert(
      known.state === state || (BOOST_TRANSITIONS[known.state] as readonly string[]).includes(state),
      `an addition may go from ${known.state} to ${state}`,
    );
  const now = context.clock.now();
  const isSame = known !== null && known.back_minor === back && known.state !== "reversed" && state !== "reversed";
  const amount = isSame
    ? known.amount_minor
    : await takePart(tx, context, {
        chosen,
        owner,
        order_id: order.order_id,
        wanted: state === "reversed" ? 0n : extraOf(back, chosen.extra_bps),
      });
  const row: BoostRow = {
    order_id: order.order_id,
    user_id: owner,
    type: chosen.type,
    campaign_id: chosen.campaign_id,
    merchant_name: order.merchant_name ?? "",
    extra_bps: chosen.extra_bps,
    month_minor: chosen.month_minor,
    back_minor: back,
    // What was lost stays on view.
    amount_minor: state === "reversed" ? before.amount : amount,
    state,
    version: (known?.version ?? 0) + 1,
    ordered_at: order.ordered_at,
    expected_at: state === "pending" ? order.expected_at : null,
    taken_at: isSame ? known.taken_at : now,
    changed_at: now,
  };
  await saveBoost(tx, row);
  await post(tx, context, {
    row,
    from: heldIn(known ? before.state : "reversed", before.amount),
    reason: order.reason_code,
  });
}

/** What was taken of the month is given back first, so that a changed order takes its new part and no more. */
async function takePart(
  tx: Tx,
  { ledger, clock }: Context,
  asked: { chosen: Chosen; owner: string; order_id: string; wanted: bigint },
): Promise<bigint> {
  const use = { limit: limitOf(asked.chosen), subject: asked.owner, cause: `boost:${asked.order_id}` };
  await ledger.giveBackLimit(tx, use);
  // The limit knows its own account alone: what came over with another one counts too.
  const { type, campaign_id, month_minor } = asked.chosen;
  const held = await heldOfMonth(tx, { ...asked, type, campaign_id, at: clock.now() });
  const wanted = asked.wanted + held > month_minor ? month_minor - held : asked.wanted;
  if (wanted <= 0n) return 0n;
  const take = (amount: bigint) => ledger.takeLimit(tx, { ...use, window: "month", most: month_minor, amount });
  const whole = await take(wanted);
  if (whole.ok) return wanted;
  const left = BigInt(whole.detail?.left ?? "0");
  if (left <= 0n) return 0n;
  const part = await take(left);
  assert(part.ok, "what is left of a limit under its lock can be taken");
  return left;
}

const heldIn = (state: BoostState, amount: bigint) => ({
  pending: state === "pending" ? amount : 0n,
  confirmed: state === "earned" ? amount : 0n,
});

async function post(
  tx: Tx,
  context: Context,
  { row, from, reason }: { row: BoostRow; from: ReturnType<typeof heldIn>; reason: string | null },
): Promise<void> {
  const to = heldIn(row.state, row.amount_minor);
  if (from.pending === to.pending && from.confirmed === to.confirmed) return;
  const outcome = await context.ledger.credit(tx, [
    {
      kind: `benefit.${row.type}`,
      cause: `boost:${row.order_id}:${row.version}`,
      reason: row.state === "reversed" ? reason : null,
      data: {
        bonus: `boost:${row.order_id}`,
        title: row.type,
        merchant: row.merchant_name,
        expected_at: row.expected_at?.toISOString() ?? null,
      },
      owner: row.user_id,
      from,
      to,
      against: [
        {
          account: { kind: REBATES, owner: "house" },
          amount: from.pending + from.confirmed - to.pending - to.confirmed,
        },
      ],
    },
  ]);
  assert(outcome.ok, `a credit is never refused (${outcome.ok ? "" : outcome.code})`);
}
