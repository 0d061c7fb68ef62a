/** What stories of rebates do: papers that were read, claims about them, orders of a store that is covered, and people who decide. */
import { createHash, randomBytes } from "node:crypto";
import type { Brand } from "#partners";
import { joinsmarty } from "../../brands/joinsmarty.ts";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import type { ClaimPage, ClaimRequest } from "../../src/modules/benefits/benefits.types.ts";
import { rebateClaimId } from "../../src/modules/benefits/ids.ts";
import { receiptId } from "../../src/modules/receipts/ids.ts";
import { newId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "./membership-story.ts";
import { createOperators } from "./operator-acts.ts";
import type { World } from "./world.ts";

/** The brand packs of the project without trials: who joins has paid a month. */
export const WITHOUT_TRIAL: readonly Brand[] = [tuppence, shipright, joinsmarty].map((brand) => ({
  ...brand,
  plan: { ...brand.plan, trial_days: 0, trial_minor: 0 },
  offer: { ...brand.offer, prizes: [{ amount_minor: 100, weight: 1 }] },
}));

type Paper = {
  merchant?: string;
  internal_name?: string | null;
  date?: string;
  total?: string;
  shipping?: string;
  currency?: string | null;
  sure?: boolean;
  state?: "read" | "unreadable" | "reading";
  signs?: string[];
  bytes?: string;
};
type Asked = Partial<Omit<ClaimRequest, "user_id">> & { paper?: Paper | null };

export type RebateStory = ReturnType<typeof createRebateStory>;
export function createRebateStory(world: World) {
  const story = createMembershipStory(world);
  const operators = createOperators(world);
  const { pool } = world.base.handle;
  let keys = 0;
  /** So many days from now; before it by a negative number. */
  const day = (days: number): string =>
    new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const usual = () => ({ merchant: "Kroger", date: day(-2), total: "6000" });
  /** A receipt as it stands once it was read. Its reading itself has stories of its own. */
  async function receipt(userId: string, paper: Paper = {}): Promise<string> {
    const { merchant = "Kroger", internal_name = null, date = day(-2), total = "6000", sure = true } = paper;
    const { state = "read", currency = "USD", shipping, signs = [] } = paper;
    const id = newId("receipt");
    const field = (value: unknown) => ({ value, sure });
    const read = {
      merchant: field({ name: merchant, internal_name }),
      ...{ date: field(date), total: field(total), currency, language: "en" },
      shipping: shipping === undefined ? null : field(shipping),
    };
    const bytes = createHash("sha256")
      .update(paper.bytes ?? id)
      .digest();
    // Pictures of different papers differ in half of their signs.
    const look = paper.bytes ? bytes.subarray(0, 8) : randomBytes(8);
    const bits = [...look].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    await pool.query(
      `insert into receipts.receipts (receipt_id, user_id, state, name, type, size_bytes, pages, sha256, look, signs, own_text, text, read, merchant_key,
         bought_on, total_minor, added_at, free_since, read_at)
       values ($1, $2, $3, 'receipt.jpg', 'image/jpeg', 1000, 1, $4, $5::bit(64), $6, '', 'TOTAL', $7, $8, $9, $10, $11, $11, $12)`,
      [
        ...[id, userId, state, bytes, bits, signs, state === "read" ? JSON.stringify(read) : null],
        ...[state === "read" ? merchant.toLowerCase() : null, state === "read" ? date : null],
        ...[state === "read" ? total : null, world.clock.now(), state === "reading" ? null : world.clock.now()],
      ],
    );
    return receiptId.show(id);
  }
  async function send(userId: string, asked: Asked = {}) {
    keys += 1;
    const { paper = {}, ...request } = asked;
    const full = { ...usual(), ...paper };
    const outcome = await world.benefits.sendClaim({
      ...{ user_id: userId, request_key: `story-claim-${keys}`, type: "grocery", order_id: null },
      ...{ merchant: full.merchant, purchased_on: full.date, paid_minor: full.shipping ?? full.total },
      receipt_ids: paper === null || request.receipt_ids ? [] : [await receipt(userId, full)],
      ...request,
    });
    return outcome;
  }
  return {
    ...{ world, story, operators, receipt, send, day },
    /** Sent, and as it stands after that. */
    async sent(userId: string, asked: Asked = {}): Promise<ClaimPage> {
      const outcome = await send(userId, asked);
      if (!outcome.ok) throw new Error(outcome.code);
      return outcome.value;
    },
    async claim(userId: string, shown: string): Promise<ClaimPage> {
      const page = await world.benefits.claim(userId, shown);
      if (!page) throw new Error(`there is no claim ${shown}`);
      return page;
    },
    /** In a paid month since so many days. */
    async payingMember(name: string, days = 9) {
      const member = await world.member(name);
      await story.joined(member.user_id);
      await world.advance({ days });
      return member;
    },
    available: async (userId: string) => (await world.ledger.balances(userId)).available,
    pending: async (userId: string) => (await world.ledger.balances(userId)).pending,
    /** An order that was told by a network, without its way here. */
    async order(userId: string, told: { sale: number; at?: string; internal_name?: string; merchant?: string }) {
      const id = newId("order");
      const at = told.at ?? `${day(-2)}T12:00:00Z`;
      const { internal_name = "kroger", merchant = "Kroger", sale } = told;
      await pool.query(
        `insert into cashback.orders (order_id, network, order_key, user_id, internal_name, merchant_name, state, sale_minor, commission_minor, back_minor,
           ordered_at, reported_at, expected_at) values ($1, 'cj', $1::uuid::text, $2, $3, $4, 'confirmed', $5, 0, 0, $6, $6, $6)`,
        [id, userId, internal_name, merchant, sale, at],
      );
      return id as string;
    },
    /** The network takes it back. */
    async takeBack(orderId: string) {
      await pool.query("update cashback.orders set state = 'reversed' where order_id = $1", [orderId]);
      await world.benefits.followOrders([orderId]);
      await world.work();
    },
    kept: (shown: string): string => rebateClaimId.read(shown) ?? "",
  };
}
