/** What stories of payouts share: a world with members who have money, and providers whose truth the sandbox tells. */
import { afterEach, beforeEach } from "vitest";
import { GOODWILL } from "#rewards";
import { NOTHING } from "../../src/modules/ledger/ledger.server.ts";
import { createWorld, type World } from "./world.ts";

/** `world` is that of the test that runs. */
export const stage = {} as { world: World };

export function stagePayouts(): void {
  beforeEach(async () => {
    stage.world = await createWorld();
  });
  afterEach(() => stage.world.close());
}

export const AMOUNT = 2_800n;

/** A member with free money, from the house: how it was earned is told elsewhere. */
export async function rich(name: string) {
  const member = await stage.world.member(name);
  await stage.world.database.transaction(async (tx) => {
    const credited = await stage.world.ledger.credit(tx, [
      {
        kind: "goodwill.given",
        cause: `test:${member.user_id}`,
        owner: member.user_id,
        from: NOTHING,
        to: { pending: 0n, confirmed: AMOUNT },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -AMOUNT }],
      },
    ]);
    if (!credited.ok) throw new Error(credited.code);
  });
  return member;
}
export type Member = Awaited<ReturnType<typeof rich>>;

export async function withdraw(
  member: Member,
  destination: string = member.email,
  method: "paypal" | "gift_card" = "paypal",
) {
  const input = { user_id: member.user_id, request_key: "one", method, amount: "everything", destination };
  const asked = await stage.world.payouts.request({ ...input, password: member.password });
  if (!asked.ok) throw new Error(asked.code);
  return asked.value.withdrawal_id;
}
export const fail = (target: string, mode: string, times: number | null = 1) =>
  stage.world.control("/fail", times === null ? { target, mode } : { target, mode, times });
export const settle = (id: string, status: string) => stage.world.control(`/payouts/${id}/settle`, { status });
export const balances = async (member: Member) => {
  const { available, held, clawback } = await stage.world.ledger.balances(member.user_id);
  return { available, held, clawback };
};
export const stateOf = async (member: Member) =>
  (await stage.world.payouts.withdrawalPage(member.user_id)).earlier[0]?.state;
/** Lets both sides work until the jobs of the next half hour are done. */
export async function settled() {
  for (let round = 0; round < 12; round += 1) {
    await stage.world.work();
    await stage.world.advance({ seconds: round < 8 ? 5 : 600 });
    await stage.world.control("/postbacks/idle", {});
  }
  await stage.world.work();
}
