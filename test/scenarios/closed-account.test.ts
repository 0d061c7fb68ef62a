/** Whose account was closed asks once for a second look, and somebody else than who closed it answers. */
import { expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld } from "../support/world.ts";

it("is asked for once for each closing, by its promised day, and not answered by who closed it", async () => {
  const world = await createWorld();
  const desk = createOperators(world);
  const ann = await world.member("Ann");
  const id = userId.show(ann.user_id);
  const ask = (body: string, email = ann.email) =>
    world.help.send(
      { user_id: null, name: "", is_verified: false, brand: tuppence, language: "en", address: "203.0.113.7" },
      {
        ...{ form: world.help.newForm(), files: [] },
        typed: { topic: "closed-account", email, body, store: "", order_number: "", ordered_on: "", amount: "" },
      },
    );
  const queue = world.operators.queues.find(({ name }) => name === "messages");
  const answer = (item: string, by: string) =>
    queue?.acts[0]?.run(item, desk.toldOf({ by, reason: "", values: { words: "We looked again." } }));
  expect(await desk.act("member", id, "close", { by: "opr_olga", reason: "many accounts" })).toMatchObject({
    ok: true,
  });
  const pressed = await Promise.all([ask("It is mine."), ask("Really, it is mine."), ask("Please", "ANN@example.com")]);
  expect(new Set(pressed.map((one) => (one.ok ? one.number : "refused"))).size).toBe(1);
  const items = (await queue?.list(10)) ?? [];
  expect(items).toMatchObject([{ due: new Date("2027-03-12T23:59:59Z") }]);
  const [item] = items;
  expect(await answer(item?.id ?? "", "opr_olga")).toMatchObject({ detail: { why: /Somebody else/ } });
  expect(await answer(item?.id ?? "", "opr_pat")).toMatchObject({ ok: true });
  expect((await ask("Once more")).ok).toBe(true);
  expect(await queue?.list(10), "once is once").toEqual([]);
  await world.work();
  expect((await world.mails(ann.email)).filter((subject) => /^Our answer/.test(subject))).toHaveLength(1);
  // Opened and closed again, there is another decision to look at; who has no closed account writes as everybody does.
  await desk.act("member", id, "restore", { by: "opr_pat", reason: "it was hers" });
  await world.advance({ hours: 1 });
  expect(await answer(item?.id ?? "", "opr_olga")).toMatchObject({ detail: { why: /answered already/ } });
  await desk.act("member", id, "close", { by: "opr_pat", reason: "anew" });
  const [again, other] = [await ask("Again?"), await ask("Mine?", "olive@example.com")];
  expect([again.ok, other.ok]).toEqual([true, true]);
  expect(await queue?.list(10)).toHaveLength(2);
  await world.close();
});
