/** Money above what one person may give: proposed at the console, agreed to by another, and only then with the member. */
import { expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { createWorld } from "../support/world.ts";

it("gives a member sixty dollars when a second person agrees, and nothing before", async () => {
  const world = await createWorld();
  const [finn, olive] = [await hireOperator(world, "Finn", ["finance"]), await hireOperator(world, "Olive", ["owner"])];
  const ann = await world.member("Ann");
  const has = async () => (await world.passbook.balances(ann.user_id)).available;
  await finn.confirm();
  const proposed = await world.staff.decide(
    await finn.me(),
    {
      place: "object",
      name: "member",
      item: userId.show(ann.user_id),
      act: "credit",
      reason: "goodwill",
      values: { amount: "60.00", note: "the parcel came broken, chat of today" },
    },
    FROM,
  );
  expect(proposed).toMatchObject({ ok: true, value: { state: "second" } });
  if (!proposed.ok) return;
  await world.advance({ minutes: 30 });
  await world.work();
  expect(await has()).toBe(0n);
  const { id, hash } = proposed.value;
  await olive.signIn();
  expect(await world.staff.second(await olive.me(), { id, agree: true, hash }, FROM)).toMatchObject({ ok: true });
  await world.advance({ minutes: 11 });
  await world.base.handle.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await world.work();
  expect(await has()).toBe(6000n);
  const { rows } = await world.base.handle.pool.query("select state, outcome from staff.decisions");
  expect(rows).toMatchObject([{ state: "done" }]);
  await world.close();
});
