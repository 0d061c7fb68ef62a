/** So many claims of one member at once, half of them decided and half withdrawn meanwhile: limits hold to the cent. */
import { expect } from "vitest";
import { REBATES } from "#benefits";
import type { ClaimPage } from "../../src/modules/benefits/benefits.types.ts";
import type { RebateStory } from "./rebate-story.ts";

const range = (n: number) => Array.from({ length: n }, (_, place) => place);

/** Of so many at once some get no connection in time: they ask again, as whoever hears nothing does. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("trying to connect"))) throw error;
    }
  }
}

type Ended = { ok: true; value: { state: string } } | { ok: false; code: string };

export async function stormOfClaims(rebates: RebateStory, count: number): Promise<void> {
  const { world } = rebates;
  const { user_id } = await rebates.payingMember("Ann");
  const limits = async () => {
    const { rows } = await world.base.handle.pool.query<{ limit_name: string; used: string }>(
      "select limit_name, used from ledger.limit_totals where subject = $1 order by limit_name",
      [user_id],
    );
    return Object.fromEntries(rows.map(({ limit_name, used }) => [limit_name, Number(used)]));
  };
  const papers: string[] = [];
  for (const n of range(count)) papers.push(await rebates.receipt(user_id, { total: String(2_000 + n) }));
  /** So many are looked at by a person, who is as quick as whoever withdraws some. */
  const end = async ({ state, claim_id }: Pick<ClaimPage, "state" | "claim_id">, n: number): Promise<string> => {
    if (state !== "review") return state;
    const decided = { claim_id: rebates.kept(claim_id), by: "opr_ann", amount_minor: n % 3 ? null : 5n };
    const ended = await untilAnswered(
      async (): Promise<Ended> =>
        n % 2 ? world.benefits.withdrawClaim({ user_id, claim_id }) : world.benefits.desk.approve(decided),
    );
    return ended.ok ? ended.value.state : ended.code;
  };
  const left: { claim_id: string; n: number }[] = [];
  const outcomes = await Promise.all(
    papers.map(async (paper, n) => {
      const claim = { request_key: `storm-${n}`, receipt_ids: [paper], paid_minor: String(2_000 + n) };
      const sent = await untilAnswered(() => rebates.send(user_id, claim));
      if (!sent.ok) return sent.code;
      // It was kept, and whoever was to decide it got no connection: the sweep does.
      if (sent.value.state === "reading") left.push({ claim_id: sent.value.claim_id, n });
      return end(sent.value, n);
    }),
  );
  // One sweep takes so many and leaves the rest to the next.
  for (let sweeps = 0; left.length > 0 && sweeps < count / 100; sweeps += 1) {
    await world.advance({ minutes: 15 });
    await world.benefits.sweep();
    for (const { claim_id, n } of left.splice(0)) {
      outcomes[n] = await end(await rebates.claim(user_id, claim_id), n);
      if (outcomes[n] === "reading") left.push({ claim_id, n });
    }
  }
  const counts = Map.groupBy(outcomes, (one) => one);
  expect([...counts.keys()].toSorted()).toEqual(["denied", "paid", "withdrawn"]);
  const available = await rebates.available(user_id);
  expect(available).toBeLessThanOrEqual(1_000n);
  expect(available).toBeGreaterThan(0n);
  expect(await limits()).toEqual({
    ...{ "rebates.grocery": Number(available), "rebates.grocery.year": Number(available) },
  });
  expect(await world.ledger.houseBalance(REBATES, "house")).toBe(-available);
  await Promise.all(
    range(24).map(async (n) => {
      const sent = await rebates.send(user_id, { paper: { total: String(9_000 + n) } });
      if (!sent.ok || sent.value.state === "denied") return;
      const decided = { claim_id: rebates.kept(sent.value.claim_id), by: "opr_ann", amount_minor: null };
      expect(await world.benefits.desk.approve(decided)).toMatchObject({ ok: true });
    }),
  );
  expect(await rebates.available(user_id), "to the last cent of the month").toBe(1_000n);
}
