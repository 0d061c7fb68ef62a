/** What payout providers tell is stored before it is answered, acted on once, and with a person when nobody here knows of it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GOODWILL } from "#rewards";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { NOTHING } from "../../ledger/ledger.server.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.base.handle.pool.query<Row>(text, values).then((result) => result.rows);
type Told = { row_key: string; state: string; reason: string | null; raw: boolean };
const told = (key = "%") =>
  query<Told>(
    "select row_key, state, reason, payload ? 'raw' as raw from platform.inbox where source = 'webhook' and row_key like $1",
    [key],
  );
const forgetJobs = () => query("delete from graphile_worker._private_jobs");
const hint = (message_id: string, payable_id: string) =>
  world.payouts.keepHint({
    provider: "paypal",
    message_id,
    names: { reference: null, item: null, payable_id },
    raw: { receiver: "ann@example.com" },
  });

async function withdrawal(name: string): Promise<string> {
  const member = await world.member(name);
  await world.database.transaction((tx) =>
    world.ledger.credit(tx, [
      {
        kind: "goodwill.given",
        cause: `test:${member.user_id}`,
        owner: member.user_id,
        from: NOTHING,
        to: { pending: 0n, confirmed: 2_800n },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -2_800n }],
      },
    ]),
  );
  const asked = await world.payouts.request({
    user_id: member.user_id,
    request_key: "one",
    method: "paypal",
    amount: "everything",
    destination: member.email,
    password: member.password,
  });
  if (!asked.ok) throw new Error(asked.code);
  return asked.value.withdrawal_id;
}

it("keeps a row of each signed message that PayPal sends, and of none that is forged", async () => {
  await withdrawal("Ann");
  for (let round = 0; round < 6; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
  const rows = await told("WH-%");
  expect(rows.filter((row) => row.state === "applied").length).toBeGreaterThan(0);
  // Those about the batch name no payment.
  expect(rows.filter((row) => row.state === "new" || row.state === "parked" || row.raw)).toEqual([]);
  const forged = await world.app.inject({
    method: "POST",
    url: "/hooks/tremendous",
    headers: { "content-type": "application/json", "tremendous-webhook-signature": "sha256=00" },
    payload: JSON.stringify({ uuid: "forged", payload: { resource: { id: "X", type: "orders" } } }),
  });
  expect(forged.statusCode).toBe(401);
  expect(await told("forged")).toEqual([]);
});

it("outlives a lost job: the payment that was named is looked at all the same, once", async () => {
  const id = await withdrawal("Ben");
  await forgetJobs();
  await hint("WH-LOST", id);
  await hint("WH-LOST", id);
  await forgetJobs();
  expect(await told("WH-LOST")).toEqual([{ row_key: "WH-LOST", state: "new", reason: null, raw: true }]);
  await world.advance({ minutes: 10 });
  expect(await world.inbox.sweep()).toBe(1);
  await world.work();
  expect(await told("WH-LOST")).toEqual([{ row_key: "WH-LOST", state: "applied", reason: null, raw: false }]);
  expect((await world.payables.read(id))?.state).not.toBe("intent");
});

it("waits for a payment that nobody knows yet, and parks it for a person in the end", async () => {
  await hint("WH-STRANGE", randomUUID());
  await world.work();
  expect(await told("WH-STRANGE")).toMatchObject([{ state: "new" }]);
  for (let n = 0; n < 5; n += 1) {
    await world.advance({ minutes: 120 });
    await world.inbox.sweep();
    await world.work();
  }
  expect(await told("WH-STRANGE")).toEqual([
    { row_key: "WH-STRANGE", state: "parked", reason: "unknown_payment", raw: true },
  ]);
  const lines = await world.providerHealth.read();
  expect(lines.find(({ provider }) => provider === "paypal")?.parked).toBe(1);
  expect(await world.metrics.registry.metrics()).toContain(
    'tuppence_inbox_parked{provider="paypal",source="webhook",reason="unknown_payment"} 1',
  );
});

it("by PayPal about a payment that a person stopped lets it be looked for there, and after they gave it back tells them", async () => {
  await world.work();
  const [mia, noa] = [await withdrawal("Mia"), await withdrawal("Noa")];
  await world.control("/fail", { target: "paypal.verify", mode: "500" });
  await world.control("/fail", { target: "paypal.payouts", mode: "lost-reply" });
  await world.work();
  await world.control("/fail", { target: "paypal.payouts", mode: "off" });
  for (const id of [mia, noa]) expect(await world.payables.stop(id, "Olga")).toMatchObject({ ok: true });
  await world.advance({ minutes: 6 });
  const told = { to: "refused" as const, by: "Olga", reference: null, reason: "not at PayPal" };
  expect(await world.payables.settle(noa, told)).toMatchObject({ ok: true });
  await world.control("/fail", { target: "paypal.verify", mode: "off" });
  for (const id of [mia, noa]) await world.control(`/payouts/${id}/settle`, { status: "SUCCESS" });
  await world.control("/postbacks/idle", {});
  await world.work();
  expect(await world.payables.read(mia)).toMatchObject({ state: "done", person_since: null });
  expect((await world.payables.events(noa)).map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining("refused_then_named"),
  );
  expect(await world.payables.read(noa), "it was asked about by the id that the message named").toMatchObject({
    state: "refused",
    person_reason: expect.stringContaining("refused_then_done"),
  });
});
