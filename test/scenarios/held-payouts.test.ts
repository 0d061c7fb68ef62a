/** Stories of withdrawals that wait for a person: by a promised day, refused with a reason, and looked at once more by somebody else. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

async function rich(name: string, language: "en" | "es" = "en") {
  const member = await world.member(name, language);
  const given = await desk.act("member", userId.show(member.user_id), "credit", {
    ...{ reason: "goodwill", values: { amount: "40", note: name }, approvedBy: "opr_boss" },
  });
  if (!given.ok) throw new Error(given.code);
  return member;
}
type Member = Awaited<ReturnType<typeof rich>>;
const ask = (member: Member, destination: string, key = destination) =>
  world.payouts.request({
    ...{ user_id: member.user_id, password: member.password, method: "paypal", amount: "12.50" },
    ...{ request_key: key, destination },
  });
const heldOf = async (member: Member) => (await world.payouts.withdrawalPage(member.user_id)).held;
const queue = () => {
  const found = world.operators.queues.find(({ name }) => name === "held payouts");
  if (!found) throw new Error("there is no such queue");
  return found;
};
const act = (name: string, id: string, by: string, reason = "not_confirmed") =>
  queue()
    .acts.find((one) => one.name === name)
    ?.run(id, desk.toldOf({ by, reason, values: { note: "asked Ann by mail" } }));
/** Ben asks for Ann's PayPal account. */
async function refusedOne(language: "en" | "es" = "en") {
  const [ann, ben] = [await rich("Ann"), await rich("Ben", language)];
  expect(await ask(ann, "home@example.com")).toMatchObject({ ok: true });
  expect(await ask(ben, "home@example.com")).toMatchObject({ ok: false, code: "receiver_taken" });
  const [item] = await queue().list(10);
  if (!item) throw new Error("nothing waits");
  return { ann, ben, item };
}

/** What was sent to an address at which nobody claims it is back after a month. */
async function nobodyClaims() {
  for (const days of [0, 32, 0]) {
    await world.advance({ days });
    await world.payables.sweep();
    for (let round = 0; round < 8; round += 1) {
      await world.work();
      await world.advance({ seconds: 30 });
      await world.control("/postbacks/idle", {});
    }
  }
}

it("stands on the desk and with the member by the same working day, once, and is paid once it is shared", async () => {
  const { ann, ben, item } = await refusedOne();
  // A Wednesday.
  expect(item.due?.toISOString()).toBe("2027-03-12T23:59:59.000Z");
  for (const spelling of ["home@example.com", "Home+ben@example.com"])
    expect(await ask(ben, spelling, `again ${spelling}`)).toMatchObject({ ok: false });
  expect(await queue().list(10)).toHaveLength(1);
  expect(await heldOf(ben)).toMatchObject([
    { id: item.id, state: "waiting", due: "2027-03-12T23:59:59.000Z", amount_minor: "1250", reason: null },
  ]);
  expect(await heldOf(ann)).toEqual([]);
  expect(await desk.show("held payout", item.id)).toMatchObject({
    links: expect.arrayContaining([expect.objectContaining({ id: userId.show(ann.user_id), line: "is paid there" })]),
  });
  expect(await act("release", item.id, "opr_olga", " ")).toMatchObject({ code: "not_possible" });
  const pressed = await Promise.all([1, 2, 3].map(() => act("release", item.id, "opr_olga", "both wrote to us")));
  expect(pressed.filter((one) => one?.ok)).toHaveLength(1);
  expect(await queue().list(10)).toEqual([]);
  expect(await ask(ben, "home@example.com", "third")).toMatchObject({ ok: true });
  expect(await ask(ann, "home@example.com", "hers")).toMatchObject({ ok: true });
  await world.work();
  expect(await world.mails(ben.email)).toEqual(
    expect.arrayContaining([expect.stringMatching(/You can withdraw to this PayPal account/)]),
  );
});

it("is refused in the member's language, and looked at a second time once, by somebody else", async () => {
  const { ann, ben, item } = await refusedOne("es");
  const appeal = (member: Member, words = "Es nuestra cuenta, estamos casados.") =>
    world.payouts.appeal({ user_id: member.user_id, id: item.id, words });
  expect(await appeal(ben), "not before it was refused").toMatchObject({ code: "decided" });
  expect(await act("refuse", item.id, "opr_olga", "because I say so")).toMatchObject({ code: "not_possible" });
  expect(await act("refuse", item.id, "opr_olga")).toMatchObject({ ok: true });
  expect(await heldOf(ben)).toMatchObject([
    { state: "refused", due: null, reason: { es: expect.stringMatching(/no confirmó que la comparten/) } },
  ]);
  await world.work();
  expect(await world.mails(ben.email)).toEqual(
    expect.arrayContaining([expect.stringMatching(/No puedes retirar a esta cuenta de PayPal/)]),
  );
  expect(await ask(ben, "home@example.com", "anew"), "asking anew is no second look").toMatchObject({
    code: "receiver_refused",
  });
  expect(await queue().list(10)).toEqual([]);
  expect(await appeal(ann), "nobody asks for another").toMatchObject({ code: "unknown_held" });
  await world.advance({ hours: 24 });
  const asked = await Promise.all([appeal(ben), appeal(ben, "x")]);
  expect(asked).toMatchObject([{ ok: true }, { ok: true }]);
  const [again] = await queue().list(10);
  expect(again).toMatchObject({ id: item.id, due: new Date("2027-03-15T23:59:59Z") });
  expect(await heldOf(ben)).toMatchObject([{ state: "appealed", due: "2027-03-15T23:59:59.000Z" }]);
  expect(await ask(ben, "home@example.com", "meanwhile"), "somebody looks").toMatchObject({ code: "receiver_taken" });
  for (const name of ["refuse", "release"])
    expect(await act(name, item.id, "opr_olga", name === "refuse" ? "not_confirmed" : "x")).toMatchObject({
      detail: { why: /Somebody else/ },
    });
  expect(await act("refuse", item.id, "opr_pat", "one_person")).toMatchObject({ ok: true });
  expect(await heldOf(ben)).toMatchObject([{ state: "upheld", due: null }]);
  expect(await appeal(ben)).toMatchObject({ code: "decided" });
  expect(await ask(ben, "home@example.com", "once more"), "nobody looks any more").toMatchObject({
    code: "receiver_refused",
  });
  expect(await act("release", item.id, "opr_kim", "x")).toMatchObject({ code: "not_possible" });
  expect((await desk.show("held payout", item.id)).timeline.map(({ by }) => by)).toEqual([
    ...["member", "opr_olga", "member", "opr_pat"],
  ]);
});

it("fills no desk with other people's addresses, stands in the member's copy, and shares with nobody else", async () => {
  const { ben, item } = await refusedOne();
  for (const [name, code, seen] of [
    ["Cleo", "receiver_taken", 2],
    ["Dan", "receiver_taken", 3],
    ["Eve", "held_enough", 3],
    ["Fay", "held_enough", 3],
  ] as const) {
    expect(await ask(await rich(name), `${name}@example.com`)).toMatchObject({ ok: true });
    expect(await ask(ben, `${name}@example.com`)).toMatchObject({ code });
    expect(await heldOf(ben), "whoever is told that it is checked sees by when").toHaveLength(seen);
  }
  expect(await queue().list(10)).toHaveLength(3);
  const gus = await rich("Gus");
  expect(await ask(gus, "home@example.com")).toMatchObject({ ok: false });
  const copy = world.operators.files.find(({ name }) => name === "copy");
  const { text } = (await copy?.read(userId.show(ben.user_id), desk.toldOf({}))) ?? { text: "" };
  expect(text).toContain('"label": "ho••••@example.com"');
  await act("release", item.id, "opr_olga", "x");
  expect(await ask(gus, "home@example.com", "theirs")).toMatchObject({ ok: false });
});

it("stays as a person decided it once who stood in the way is gone, and ends by itself where nobody has decided", async () => {
  const [ann, ben, cleo] = [await rich("Ann"), await rich("Ben"), await rich("Cleo")];
  for (const member of [ben, cleo]) {
    const place = `${member.user_id}+unclaimed@example.com`;
    expect(await ask(ann, place)).toMatchObject({ ok: true });
    expect(await ask(member, place)).toMatchObject({ code: "receiver_taken" });
  }
  const [ofBen, ofCleo] = [(await heldOf(ben))[0]?.id ?? "", (await heldOf(cleo))[0]?.id ?? ""];
  expect(await act("refuse", ofBen, "opr_olga")).toMatchObject({ ok: true });
  await nobodyClaims();
  expect(await ask(ben, `${ben.user_id}+unclaimed@example.com`, "later")).toMatchObject({ code: "receiver_refused" });
  expect(await heldOf(ben)).toMatchObject([{ state: "refused" }]);
  expect(await ask(cleo, `${cleo.user_id}+unclaimed@example.com`, "later")).toMatchObject({ ok: true });
  expect(await heldOf(cleo)).toMatchObject([{ state: "released", due: null }]);
  expect(await queue().list(10)).toEqual([]);
  expect(await act("refuse", ofCleo, "opr_olga")).toMatchObject({ ok: false });
});

it("waits anew for a person where it had ended by itself and somebody else was served since", async () => {
  const [ann, ben, cleo] = [await rich("Ann"), await rich("Ben"), await rich("Cleo")];
  const place = "home+unclaimed@example.com";
  expect(await ask(ann, place)).toMatchObject({ ok: true });
  expect(await ask(ben, place)).toMatchObject({ code: "receiver_taken" });
  await nobodyClaims();
  expect(await ask(ben, place, "later")).toMatchObject({ ok: true });
  await nobodyClaims();
  expect(await ask(cleo, place)).toMatchObject({ ok: true });
  expect(await heldOf(ben)).toMatchObject([{ state: "released", due: null }]);
  for (const key of ["third", "fourth"]) expect(await ask(ben, place, key)).toMatchObject({ code: "receiver_taken" });
  const [item] = await queue().list(10);
  expect(await heldOf(ben)).toMatchObject([{ id: item?.id, state: "waiting", due: item?.due?.toISOString() }]);
  expect(item?.since, "it waits since it was asked for again").toEqual(world.clock.now());
  expect(item?.due?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect((await desk.show("held payout", item?.id ?? "")).timeline.map(({ what }) => what.split(":")[0])).toEqual([
    ...["waiting", "released", "waiting"],
  ]);
  expect(await act("refuse", item?.id ?? "", "opr_olga")).toMatchObject({ ok: true });
  expect(await ask(ben, place, "fifth")).toMatchObject({ code: "receiver_refused" });
});
