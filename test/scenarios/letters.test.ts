/** Letters as operators see them: each by its title, as it was sent, in both languages; and a copy to oneself. */

import { afterEach, beforeEach, expect, it } from "vitest";
import type { Module } from "#platform/module";
import { MODULES } from "../../src/modules/order.ts";
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

const listOf = (name: string) => {
  const list = world.operators.lists.find((one) => one.name === name);
  if (!list) throw new Error(`no list of ${name}`);
  return list;
};
/** Each that a module declares, whatever was sent. */
const DECLARED = MODULES.flatMap((module: Module<never>) => module.letters ?? []);
const lettersOf = async () => {
  const { rows } = await listOf("letters").read({ filters: {}, after: null, most: 200 });
  return rows;
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

it("stand by their titles, sent or not, the newest in each language, and what opens something is shown to nobody", async () => {
  const none = await lettersOf();
  expect(none.map(({ id }) => id).toSorted()).toEqual(DECLARED.map(({ template }) => template).toSorted());
  const names = none.map(({ facts }) => facts.letter ?? "");
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
  expect(none.find(({ id }) => id === "order_confirmed")).toMatchObject({
    line: "Order confirmed",
    facts: { letter: "Order confirmed", "in Spanish": "Pedido confirmado" },
  });
  expect((await desk.show("letter", "order_confirmed")).facts.text).toBe("never written so far");

  await writeLetters();
  expect((await lettersOf()).find(({ id }) => id === "registered_again")?.facts).toMatchObject({
    letter: "You already have an account",
    "newest in English": expect.stringMatching(/account/),
    "newest in Spanish": expect.stringMatching(/cuenta/),
  });
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

it("are found by their titles in either language, and mails by the letter that they are", async () => {
  await writeLetters();
  const object = world.operators.objects.find(({ kind }) => kind === "letter");
  for (const typed of ["already have", "ya tienes", "registered_again"])
    expect(await object?.search?.(typed, 5)).toEqual([
      { kind: "letter", id: "registered_again", line: "You already have an account" },
    ]);
  const mails = listOf("mails");
  const filter = mails.filters?.find(({ name }) => name === "letter");
  expect(filter?.values.toSorted()).toEqual(["all", ...DECLARED.map(({ title }) => title.en)].toSorted());
  const only = await listOf("letters").read({ filters: { letter: "Order confirmed" }, after: null, most: 50 });
  expect(only.rows.map(({ id }) => id)).toEqual(["order_confirmed"]);
  const rowsOf = async (letter: string) => (await mails.read({ filters: { letter }, after: null, most: 50 })).rows;
  const of = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map(({ facts }) => facts.letter);
  expect(of(await rowsOf("You already have an account"))).toEqual(Array(2).fill("You already have an account"));
  expect(await rowsOf("Order confirmed")).toEqual([]);
  expect(new Set(of(await rowsOf("all"))).size).toBeGreaterThan(1);
});

it("of an older version stand by their codes, behind all others", async () => {
  await writeLetters();
  await world.database.pool.query(
    "update notifications.mails set template = 'old_news' where template = 'verify_email'",
  );
  expect((await lettersOf()).at(-1)).toMatchObject({ id: "old_news", line: "old_news" });
  expect((await desk.show("letter", "old_news")).facts.letter).toBe("old_news");
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
