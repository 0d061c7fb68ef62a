/** Stories of a confirmed number: a code by text, a few tries, one account for each number, and coins that then wait for nobody. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEarning, only } from "../support/earning.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ environment: only("ayet") });
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const texts = async () => (await world.control<{ texts: { recipient: string; body: string }[] }>("/texts")).texts;
const send = (member: Member, phone: string, language: "en" | "es" = "en") =>
  world.coins.sendPhoneCode({ user_id: member.user_id, language }, world.partners.home, {
    phone,
    address: "203.0.113.9",
  });
async function codeFor(member: Member, phone: string, language: "en" | "es" = "en"): Promise<string> {
  const before = new Set((await texts()).map(({ body }) => body));
  expect(await send(member, phone, language)).toEqual({ ok: true, value: null });
  await world.work();
  const code = /\d{6}/.exec((await texts()).find(({ body }) => !before.has(body))?.body ?? "")?.[0];
  if (!code) throw new Error("no code came");
  return code;
}
const confirm = (member: Member, code: string) => world.coins.confirmPhone(member.user_id, code);
const view = (member: Member) => world.coins.phone(member.user_id);

describe("a number that is confirmed", () => {
  it("by the newest code, in time and in five tries; only its last figures are kept", async () => {
    const ann = await world.member("Ann", "es");
    expect(await send(ann, "900 201 2291")).toMatchObject({ ok: false, code: "phone_invalid" });
    expect(await confirm(ann, "123456")).toMatchObject({ code: "phone_code_over" });
    const first = await codeFor(ann, "(555) 201-2291", "es");
    expect((await texts())[0]?.body).toContain("tu codigo es");
    const second = await codeFor(ann, "555 201 2291");
    if (first !== second) expect(await confirm(ann, first)).toMatchObject({ code: "phone_code_wrong" });
    world.clock.advance({ minutes: 11 });
    expect(await confirm(ann, second)).toMatchObject({ code: "phone_code_over" });
    expect(await view(ann)).toMatchObject({ confirmed: null, asked: null });
    const third = await codeFor(ann, "555 201 2291");
    const wrong = third === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      expect(await confirm(ann, wrong)).toMatchObject({ code: "phone_code_wrong" });
    expect(await confirm(ann, third), "tried too often").toMatchObject({ code: "phone_code_over" });
  });

  it("is one account's, until it is let go; two that confirm it at once are one", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    const [hers, his] = [await codeFor(ann, "555 201 2291"), await codeFor(bob, "555 201 2291")];
    const both = await Promise.all([confirm(ann, hers), confirm(bob, his)]);
    expect(both.map((one) => (one.ok ? "confirmed" : one.code)).toSorted()).toEqual(["confirmed", "phone_taken"]);
    const [owner, other] = (await view(ann)).confirmed ? [ann, bob] : [bob, ann];
    expect(await view(owner)).toMatchObject({ confirmed: { last4: "2291" }, asked: null });
    expect(await send(other, "555 201 2291")).toMatchObject({ code: "phone_taken" });
    await world.coins.removePhone(owner.user_id);
    const again = await codeFor(other, "555 201 2291");
    expect(await confirm(other, again)).toMatchObject({ ok: true });
    const kept = await world.base.handle.pool.query("select row_to_json(p)::text as row from coins.phones p");
    expect(kept.rows.map(({ row }) => row).join()).not.toContain("5552012291");
  });

  it("lets coins come at once that another account on the device also went for", async () => {
    const earning = await createEarning(world, "ayet");
    const offer = (await earning.offers()).find(({ steps }) => steps >= 2);
    if (!offer) throw new Error("no offer");
    const held = async (phone: string | null) => {
      const member = await world.member(phone ? "Ann" : "Bob");
      if (phone) expect(await confirm(member, await codeFor(member, phone))).toMatchObject({ ok: true });
      const { start } = await earning.begin(member, offer.offer_id);
      const step = (await world.coins.progress(member.user_id))[0]?.steps.find(({ coins }) => coins > 0);
      const sharer = await world.member("Sharer");
      await world.base.handle.pool.query("update coins.starts set shared_with = $1 where user_id = $2", [
        sharer.user_id,
        member.user_id,
      ]);
      await world.advance({ minutes: 30 });
      await earning.reach(start, step?.goal_id);
      return world.ledger.balances(member.user_id);
    };
    expect(await held(null)).toMatchObject({ coins: 0n });
    expect((await held("555 201 2292")).coins).toBeGreaterThan(0n);
  });
});
