import { afterAll, beforeAll, expect, it } from "vitest";
import { testLetter } from "../../../../test/support/told.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { knowLetters } from "../known-letters.ts";
import { defineLetter, type LetterDraft } from "../letter.ts";
import { eraseMemberData, readMemberData } from "../member-data-store.ts";
import { moveMember } from "../member-move-store.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Facts = { amount: string; path: string };
const write = ({ amount, path }: Facts, language: "en" | "es", publicUrl: string) => ({
  subject: "S",
  headline: language === "es" ? `${amount} son tuyos` : `${amount} is yours`,
  lead: language === "es" ? "Retíralo." : "Withdraw it.",
  button: { label: "Go", href: `${publicUrl}${path}` },
});
const money = testLetter("money", write);
const account = testLetter("account", write);
const opening = testLetter("account", write, { secret: true });

type Member = Awaited<ReturnType<World["member"]>>;
const tell = (member: Member, cause: string, letter: LetterDraft) =>
  world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause,
      recipient: { user_id: member.user_id, email: member.email, name: "N", language: "en", partner: null },
      letter,
    }),
  );
/** Without what joining told. */
const noticesOf = async (member: Member) =>
  (await world.notifications.notices.list(member.user_id, null)).notices.filter(({ title }) =>
    / is yours$/.test(title.en),
  );

it("each letter is told once on our pages too, in both languages, and leads where it led", async () => {
  const ana = await world.member("Ana");
  await tell(ana, "n1", money({ amount: "$1.00", path: "/account/withdrawal" }));
  await tell(ana, "n1", money({ amount: "$1.00", path: "/account/withdrawal" }));
  expect(await noticesOf(ana)).toMatchObject([
    {
      list: "money",
      title: { en: "$1.00 is yours", es: "$1.00 son tuyos" },
      body: { en: "Withdraw it.", es: "Retíralo." },
      href: "/account/withdrawal",
      is_new: true,
    },
  ]);
});

it("what opens an account or leaves a list is in the letter alone", async () => {
  const bo = await world.member("Bo");
  await tell(bo, "o1", opening({ amount: "$2.00", path: "/password/reset/secret" }));
  for (const [at, path] of [
    "/un?t=secret",
    "/verify/secret",
    "/cancel-subscription?t=secret",
    "//evil.example",
  ].entries())
    await tell(bo, `o-${at}`, account({ amount: `$3.0${at}`, path }));
  const notices = await noticesOf(bo);
  expect(notices).toHaveLength(4);
  expect(notices.map(({ href }) => href)).toEqual([null, null, null, null]);
});

it("where somebody hears of what is their own choice; of the account's safety they always hear", async () => {
  const cleo = await world.member("Cleo");
  await world.work();
  const before = (await world.mails(cleo.email)).length;
  await world.notifications.setList(cleo.user_id, "money", "page", false);
  await tell(cleo, "c1", money({ amount: "$4.00", path: "/account/withdrawal" }));
  expect(await noticesOf(cleo)).toEqual([]);
  await world.work();
  expect(await world.mails(cleo.email), "the mail is another choice").toHaveLength(before + 1);
  await world.notifications.setList(cleo.user_id, "money", "page", true);
  await world.notifications.setList(cleo.user_id, "money", "mail", false);
  await tell(cleo, "c2", money({ amount: "$5.00", path: "/account/withdrawal" }));
  await tell(cleo, "c3", account({ amount: "$6.00", path: "/account/pss" }));
  await world.work();
  expect((await noticesOf(cleo)).map(({ title }) => title.en).toSorted()).toEqual(["$5.00 is yours", "$6.00 is yours"]);
  expect(await world.mails(cleo.email), "only that of the account was sent").toHaveLength(before + 2);
  expect(await world.notifications.lists(cleo.user_id)).toContainEqual(
    expect.objectContaining({ list: "money", mail: false, page: true }),
  );
});

it("what was seen is read, what came meanwhile is new, and the bell counts to ten", async () => {
  const dee = await world.member("Dee");
  const { notices } = world.notifications;
  await notices.markRead(dee.user_id, world.clock.now());
  for (let n = 0; n < 12; n += 1) {
    world.clock.advance({ minutes: 1 });
    await tell(dee, `d${n}`, money({ amount: `$${n}.00`, path: "/account/withdrawal" }));
  }
  expect(await notices.unread(dee.user_id)).toBe(10);
  const newest = (await noticesOf(dee))[2];
  await notices.markRead(dee.user_id, new Date(newest?.at ?? ""));
  expect(await notices.unread(dee.user_id)).toBe(2);
  expect((await noticesOf(dee)).filter(({ is_new }) => is_new).map(({ title }) => title.en)).toEqual([
    "$11.00 is yours",
    "$10.00 is yours",
  ]);
});

it("pages go on where the last one ended, and another's notice is no place to begin", async () => {
  const eve = await world.member("Eve");
  for (let n = 0; n < 35; n += 1) {
    world.clock.advance({ seconds: 1 });
    await tell(eve, `e${n}`, money({ amount: `$${n}.00`, path: "/account/withdrawal" }));
  }
  const { notices } = world.notifications;
  const first = await notices.list(eve.user_id, null);
  expect(first.notices).toHaveLength(30);
  const second = await notices.list(eve.user_id, first.older);
  const ids = [...first.notices, ...second.notices].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(second.older).toBeNull();
  const fay = await world.member("Fay");
  expect((await notices.list(fay.user_id, first.older)).notices).toEqual([]);
  expect((await notices.list(eve.user_id, "nothing")).notices).toHaveLength(30);
});

it("they go along with an account, end with it, are in its data, and are dropped when old", async () => {
  const gus = await world.member("Gus");
  const hal = await world.member("Hal");
  await tell(gus, "g1", money({ amount: "$7.00", path: "/account/withdrawal" }));
  await world.notifications.setList(gus.user_id, "news", "page", false);
  await world.database.transaction((tx) => moveMember(tx, { from: gus.user_id, to: hal.user_id }, world.clock.now()));
  expect(await noticesOf(gus)).toEqual([]);
  expect(await noticesOf(hal)).toHaveLength(1);
  expect(await world.notifications.lists(hal.user_id)).toContainEqual(
    expect.objectContaining({ list: "news", mail: true, page: false }),
  );
  const data = await readMemberData(world.database.db, hal.user_id);
  expect(JSON.stringify(data.notices)).toContain("$7.00 is yours");
  await world.database.transaction((tx) => eraseMemberData(tx, hal.user_id, world.clock.now()));
  expect((await world.notifications.notices.list(hal.user_id, null)).notices).toEqual([]);
  const ida = await world.member("Ida");
  await tell(ida, "i1", money({ amount: "$8.00", path: "/account/withdrawal" }));
  world.clock.advance({ days: 181 });
  await world.notifications.notices.dropOld();
  expect((await world.notifications.notices.list(ida.user_id, null)).notices).toEqual([]);
});

it("a letter that no module declares is told to nobody: whoever wrote it forgot to", async () => {
  const jo = await world.member("Jo");
  const undeclared = defineLetter("undeclared", { en: "Undeclared", es: "Sin declarar" }, "money", write);
  await expect(tell(jo, "j1", undeclared({ amount: "$9.00", path: "/account/withdrawal" }))).rejects.toThrow(
    "no module declares the letter undeclared",
  );
});

it("two modules never share the name of a letter, nor its title", () => {
  const one = defineLetter("one", { en: "One", es: "Uno" }, "money", write);
  const other = defineLetter("other", { en: "One", es: "Uno" }, "money", write);
  expect(() => knowLetters([one, { ...other, template: "one", title: { en: "Two", es: "Dos" } }])).toThrow(
    "a letter is declared twice: one",
  );
  expect(() => knowLetters([one, other])).toThrow("two letters have one title: One");
});
