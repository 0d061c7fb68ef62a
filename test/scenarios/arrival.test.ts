/**
 * Whatever the order of arrival: the same rows, shuffled, repeated and told to two workers at once, end in the same
 * balances. Random sequences for all three dialects, seeded by fast-check so that a failure can be repeated.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Network } from "#catalog";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
});
afterAll(() => world.close());

const SHOPS: Record<Network, string> = { impact: "marlow-finch", cj: "brightpenny", awin: "otter-lane" };
type Version = { sale: number; commission: number; state: "pending" | "approved" | "declined" };
const EVENT = "2027-03-10T20:00:00Z";

/** One version of an order in a network's own form; CJ adds rows, the others change theirs. */
function rowOf(
  network: Network,
  programme: string,
  click: string,
  id: string,
  version: Version,
  before: Version | null,
  n: number,
) {
  const major = (cents: number) => (cents / 100).toFixed(2);
  const { sale, commission, state } = version;
  if (network === "impact")
    return {
      row_key: id,
      raw: {
        Id: id,
        CampaignId: programme,
        State: { pending: "PENDING", approved: "APPROVED", declined: "REVERSED" }[state],
        Amount: major(sale),
        Payout: major(commission),
        Currency: "USD",
        EventDate: EVENT,
        SubId1: click,
      },
    };
  if (network === "awin")
    return {
      row_key: id,
      raw: {
        id,
        advertiserId: programme,
        commissionStatus: state,
        commissionAmount: { amount: major(commission), currency: "USD" },
        saleAmount: { amount: major(sale), currency: "USD" },
        clickRefs: { clickRef: click },
        transactionDate: EVENT,
      },
    };
  const first = before === null;
  const rowId = first ? id : `${id}${n}`;
  return {
    row_key: rowId,
    raw: {
      commissionId: rowId,
      original: first,
      originalActionId: id,
      actionStatus: "new",
      advertiserId: programme,
      eventDate: EVENT,
      shopperId: click,
      saleAmountUsd: major(sale - (before?.sale ?? 0)),
      pubCommissionAmountUsd: major(commission - (before?.commission ?? 0)),
    },
  };
}

const version = fc.record({
  sale: fc.integer({ min: 100, max: 90_000 }),
  commission: fc.integer({ min: 10, max: 9_000 }),
  state: fc.constantFrom("pending", "approved", "declined"),
});
let orders = 0;

it.each(["impact", "cj", "awin"] as const)("%s: any arrival of the same rows ends the same", async (network) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(version, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      async (versions, stream) => {
        const told =
          network === "cj" ? versions.map((one): Version => ({ ...one, state: "pending" })) : (versions as Version[]);
        const outcomes: string[] = [];
        for (const shuffled of [false, true]) {
          orders += 1;
          const member = await world.member(`m${orders}`);
          const gone = await world.cashback.go(member, { merchant: SHOPS[network] }, world.partners.home);
          if (!gone.ok) throw new Error(gone.code);
          const programme = gone.value.destination.network_programme_id;
          const id = String(7_000_000 + orders);
          const arrivals = told.map((one, n) => ({
            at: new Date(Date.parse(EVENT) + n * 60_000),
            row: rowOf(network, programme, gone.value.click_id, id, one, told[n - 1] ?? null, n),
          }));
          const list = shuffled
            ? [...arrivals, ...arrivals]
                .map((one) => ({ one, key: stream.next().value ?? 0 }))
                .toSorted((a, b) => a.key - b.key)
                .map(({ one }) => one)
            : arrivals;
          for (let from = 0; from < list.length; from += 2) {
            await Promise.all(
              list.slice(from, from + 2).map(({ at, row }) => world.cashback.takeReport(network, [row], at)),
            );
            if (!shuffled) await world.work();
          }
          await world.work();
          const { pending, available, clawback } = await world.ledger.balances(member.user_id);
          const entry = (await world.passbookOf(member.user_id)).entries[0];
          const state = entry?.type === "order" ? entry.state : "none";
          // A refusal is called a reversal only by who saw the order confirmed before: that depends on what was heard.
          outcomes.push(`${pending} ${available} ${clawback} ${state === "reversed" ? "declined" : state}`);
        }
        expect(outcomes[1]).toBe(outcomes[0]);
      },
    ),
    { numRuns: 12 },
  );
});
