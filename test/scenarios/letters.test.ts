/** Letters as operators see them: each by its name, as it was sent, in both languages; and a copy to oneself. */

import { afterEach, beforeEach, expect, it } from "vitest";
import { FROM_NOWHERE } from "../support/arrivals.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

const lettersOf = () => {
  const list = world.operators.lists.find(({ name }) => name === "letters");
  if (!list) throw new Error("no list of letters");
  return list.read({ filters: {}, after: null, most: 50 });
};

/** A letter in both languages that opens nothing: an address that registers once more. */
async function writeLetters() {
  for (const { email } of [await world.member("Ann"), await world.member("Luz", "es")]) {
    const again = { password: "another quiet teapot", password_confirmation: "another quiet teapot", name: "Somebody" };
    const from = { ...FROM_NOWHERE, user_agent: "", address: "203.0.113.9" };
    await world.identity.register({ email, language: "en", partner: "tuppence", ...again, ...from });
  }
  await world.work();
}

it("stand by their names, the newest in each language, and what opens something is shown to nobody", async () => {
  expect((await lettersOf()).rows).toEqual([]);
  await writeLetters();
  const { rows } = await lettersOf();
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(["registered_again", "verify_email"]));
  const { facts, views = [], links = [] } = await desk.show("letter", "registered_again");
  expect([facts["newest in English"], facts["newest in Spanish"], links.length]).toEqual([
    expect.stringMatching(/account/),
    expect.stringMatching(/cuenta/),
    2,
  ]);
  expect(views.map(({ line }) => line)).toEqual([
    "As its reader sees it, in English",
    "As its reader sees it, in Spanish",
  ]);
  const look = await world.notifications.desk.look(views[1]?.href.split("/").at(-1) ?? "");
  expect(look?.html).toContain('<html lang="es">');

  const secret = await desk.show("letter", "verify_email");
  expect([secret.views, secret.facts.text]).toEqual([[], "not shown: it holds a link that opens something"]);
  for (const { id } of secret.links ?? []) {
    expect(await world.notifications.desk.look(id)).toBeNull();
    expect((await desk.show("mail", id)).views ?? []).toEqual([]);
  }
});

it("a copy goes to whoever asked for it and nobody else, once for one decision", async () => {
  await writeLetters();
  const [nia, cleo] = [await hireOperator(world, "Nia", ["support"]), await hireOperator(world, "Cleo", ["content"])];
  const [mail = "", secret = ""] = await Promise.all(
    ["registered_again", "verify_email"].map(async (name) => (await desk.show("letter", name)).links?.[0]?.id ?? ""),
  );
  const copy = (item: string) =>
    ({ place: "object", name: "mail", act: "send me a copy", reason: "", values: {}, item }) as const;
  expect(await world.staff.decide(await cleo.me(), copy(mail), FROM)).toMatchObject({ ok: false });
  const me = await nia.me();
  expect(await world.staff.decide(me, copy(mail), FROM)).toMatchObject({ ok: true });
  await world.work();
  const before = await world.mails(me.email);
  const { subject } = (await world.notifications.desk.look(mail)) ?? {};
  expect(before.filter((one) => one === subject)).toHaveLength(1);
  // It is kept in the mailbox alone, so that no copy outlives the letter of who has left.
  const { rows } = await world.database.pool.query(
    "select html, plain from notifications.mails where template = 'copy_for_operator'",
  );
  expect(rows).toEqual([{ html: "", plain: "" }]);

  const act = desk.actOf("mail", "send me a copy");
  await world.advance({ minutes: 1 });
  const told = desk.toldOf({ by: me.id, decidedAt: world.clock.now() });
  for (let turn = 0; turn < 2; turn += 1) expect(await act.run(mail, told)).toMatchObject({ ok: true });
  await world.work();
  expect((await world.mails(me.email)).length).toBe(before.length + 1);
  expect(await act.run(secret, told)).toMatchObject({ ok: false, code: "not_possible" });
  expect(await act.run("mal_nothing", told)).toMatchObject({ ok: false, code: "unknown" });
});
