/** Stories of what members chose: one mail a day instead of many, texts by consent and one word that ends them, and what cannot be switched off. */
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LetterDraft } from "#notifications";
import { testLetter } from "../support/told.ts";
import { createWorld, type World } from "../support/world.ts";

type Member = Awaited<ReturnType<World["member"]>>;
const DAY = "2027-03-10T19:42:00Z";
const PHONE = "+15552012291";

let world: World;
beforeEach(async () => {
  world = await createWorld({ at: DAY });
});
afterEach(() => world.close());

const write = ({ what }: { what: string }, language: "en" | "es", publicUrl: string) => ({
  subject: what,
  headline: language === "es" ? `Pasó: ${what}` : `It happened: ${what}`,
  lead: "Look at it.",
  button: { label: "Look", href: `${publicUrl}/account/purchase-history` },
});
const money = testLetter("money", write);
const news = testLetter("news", write);
const urgent = testLetter("money", write, { hurry: true });
const account = testLetter("account", write);
const tell = (member: Member, cause: string, letter: LetterDraft, language: "en" | "es" = "en") =>
  world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause,
      recipient: { user_id: member.user_id, email: member.email, name: "N", language, partner: null },
      letter,
    }),
  );
const lettersTo = async (member: Member) =>
  (await world.control<{ mails: { subject: string; text: string }[] }>(`/mails?to=${encodeURIComponent(member.email)}`))
    .mails;
const subjects = async (member: Member) =>
  (await world.mails(member.email)).filter((subject) => /^[a-z]\d|things happened/.test(subject));
const choose = async (member: Member, part: Partial<Awaited<ReturnType<World["notifications"]["when"]>>>) =>
  world.notifications.setWhen(member.user_id, { ...(await world.notifications.when(member.user_id)), ...part });

describe("a summary", () => {
  it("tells in one mail what is no hurry, in the morning there; the rest comes at once", async () => {
    const ann = await world.member("Ann");
    await choose(ann, { digest: "daily" });
    await tell(ann, "1", money({ what: "a1" }));
    await tell(ann, "2", news({ what: "a2" }));
    await tell(ann, "2", news({ what: "a2" }));
    await tell(ann, "3", urgent({ what: "a3" }));
    await tell(ann, "4", account({ what: "a4" }));
    await world.work();
    expect((await subjects(ann)).toSorted()).toEqual(["a3", "a4"]);
    expect(
      (await world.notifications.notices.list(ann.user_id, null)).notices.length,
      "here all of it",
    ).toBeGreaterThan(3);
    await world.advance({ hours: 19 });
    await world.work();
    expect((await subjects(ann)).toSorted()).toEqual(["2 things happened on your account", "a3", "a4"]);
    const mail = (await lettersTo(ann)).find(({ subject }) => subject.startsWith("2 things"));
    for (const text of ["It happened: a1", "It happened: a2", "/account/purchase-history"])
      expect(mail?.text).toContain(text);
    await world.advance({ days: 2 });
    await world.work();
    expect(await subjects(ann), "once").toHaveLength(3);
  });

  it("of one thing is that thing; what was left meanwhile is not in it; given up, it comes at once", async () => {
    const bea = await world.member("Bea");
    await choose(bea, { digest: "weekly" });
    await tell(bea, "1", money({ what: "b1" }));
    await tell(bea, "2", news({ what: "b2" }));
    await world.notifications.setList(bea.user_id, "news", "mail", false);
    await world.advance({ days: 5 });
    await world.work();
    expect(await subjects(bea)).toEqual(["b1"]);
    await tell(bea, "3", money({ what: "b3" }));
    await tell(bea, "4", money({ what: "b4" }));
    await world.work();
    expect(await subjects(bea)).toEqual(["b1"]);
    await choose(bea, { digest: "none" });
    await world.work();
    expect((await subjects(bea)).toSorted()).toEqual(["b1", "b3", "b4"]);
  });

  it("is left whole by its own link, and nothing of it is lost with the job", async () => {
    const cleo = await world.member("Cleo");
    await choose(cleo, { digest: "daily" });
    for (const n of [1, 2]) await tell(cleo, String(n), money({ what: `c${n}` }));
    await world.base.handle.pool.query("select graphile_worker.remove_job('digest:' || $1)", [cleo.user_id]);
    await world.advance({ days: 10 });
    expect(await world.notifications.sweepDigests()).toBe(1);
    await world.work();
    const mail = (await lettersTo(cleo)).find(({ subject }) => subject.startsWith("2 things"));
    const token = /\/un\?t=([^\s>"]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await world.notifications.leave(decodeURIComponent(token))).toBe("digest");
    const lists = await world.notifications.lists(cleo.user_id);
    expect(lists.filter((one) => one.mail).map(({ list }) => list)).toEqual(["alerts", "account"]);
  });
});

it("what the law or the account's safety asks for cannot be switched off, and hours must be hours", async () => {
  const dee = await world.member("Dee");
  for (const channel of ["mail", "page"] as const)
    expect(await world.notifications.setList(dee.user_id, "account", channel, false)).toMatchObject({ code: "always" });
  expect(await choose(dee, { quiet_from: 8, quiet_until: 8 })).toMatchObject({ code: "same_hours" });
  expect(await choose(dee, { zone: "Mars/Olympus" })).toMatchObject({ code: "zone_unknown" });
  expect(await world.notifications.setList(dee.user_id, "money", "text", true)).toMatchObject({ code: "no_consent" });
});

describe("texts", () => {
  const texts = async () =>
    (await world.control<{ texts: { recipient: string; body: string }[] }>("/texts")).texts.map(({ body }) => body);
  async function confirmed(name: string, language: "en" | "es" = "en"): Promise<Member> {
    const member = await world.member(name, language);
    const before = new Set(await texts());
    await world.coins.sendPhoneCode({ user_id: member.user_id, language }, world.partners.home, {
      phone: PHONE,
      address: "203.0.113.9",
    });
    await world.work();
    const code = /\d{6}/.exec((await texts()).find((body) => !before.has(body)) ?? "")?.[0] ?? "";
    expect(await world.coins.confirmPhone(member.user_id, code)).toMatchObject({ ok: true });
    return member;
  }
  const agree = (member: Member, phone = PHONE, language: "en" | "es" = "en") =>
    world.notifications.consents.agree(
      { user_id: member.user_id, email: member.email, name: "N", language, partner: "tuppence" },
      phone,
    );
  let sids = 0;
  async function text(body: string, more: Record<string, string> = {}, token = "sandbox-twilio-token") {
    sids += 1;
    const fields: Record<string, string> = {
      MessageSid: `SM${sids}`,
      From: PHONE,
      To: "+15005550006",
      Body: body,
      ...more,
    };
    const url = `${world.productUrl}/hooks/twilio/texts`;
    const signed = Object.keys(fields)
      .sort()
      .reduce((sum, name) => sum + name + fields[name], url);
    const reply = await fetch(url, {
      method: "POST",
      headers: { "x-twilio-signature": createHmac("sha1", token).update(signed).digest("base64") },
      body: new URLSearchParams(fields),
    });
    await world.work();
    return reply.status;
  }
  const holds = async (member: Member) =>
    (await world.notifications.consents.view({ ...member, language: "en", partner: "tuppence" })).given !== null;

  it("come only by consent, to the confirmed number, about what was switched on, by day", async () => {
    const eve = await confirmed("Eve");
    expect(await agree(eve, "+15552012292")).toMatchObject({ code: "number_not_confirmed" });
    expect(await agree(eve)).toMatchObject({ ok: true });
    await world.work();
    expect((await texts())[0]).toContain("Reply HELP for help, STOP to end");
    const receipt = (await lettersTo(eve)).find(({ subject }) => subject.includes("2291"));
    expect(receipt?.text).toContain("no condition of anything I buy");
    const before = (await texts()).length;
    await tell(eve, "1", money({ what: "e1" }));
    await world.work();
    expect(await texts(), "agreed to texts, not to this topic").toHaveLength(before);
    await world.notifications.setList(eve.user_id, "money", "text", true);
    await tell(eve, "2", money({ what: "e2" }));
    await tell(eve, "2", money({ what: "e2" }));
    await world.work();
    const after = await texts();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toBe(`Tuppence: News about your money. ${world.productUrl}/account/purchase-history STOP to end`);
    await world.advance({ hours: 8 });
    await tell(eve, "3", money({ what: "e3" }));
    await world.work();
    expect(await texts(), "at night").toHaveLength(before + 1);
    await world.advance({ hours: 10 });
    await world.work();
    expect(await texts()).toHaveLength(before + 2);
    const kept = await world.base.handle.pool.query(
      "select (select string_agg(t::text, ' ') from notifications.texts t) || (select string_agg(c::text, ' ') from notifications.text_consents c) as all",
    );
    expect(kept.rows[0].all, "the number itself is sealed").not.toContain("5552012291");
  });

  it("end by one word, in any language, whoever says it and however often; START takes only that back", async () => {
    const fay = await confirmed("Fay", "es");
    await agree(fay, PHONE, "es");
    await world.notifications.setList(fay.user_id, "money", "text", true);
    await world.work();
    expect(await text("ALTO", {}, "another token")).toBe(403);
    expect(await holds(fay)).toBe(true);
    await world.advance({ hours: 8 });
    await tell(fay, "1", money({ what: "f1" }));
    expect(await text("Alto!")).toBe(200);
    expect(await holds(fay)).toBe(false);
    expect((await texts())[0]).toContain("ya no llegan textos");
    const count = (await texts()).length;
    sids -= 1;
    await text("Alto!");
    expect(await texts(), "the same message again").toHaveLength(count);
    await world.advance({ hours: 10 });
    await world.work();
    expect(await texts(), "what waited for the morning").toHaveLength(count);
    await text("no se");
    expect(await holds(fay)).toBe(false);
    await text("inicio");
    expect(await holds(fay)).toBe(true);
    await text("ayuda");
    expect((await texts())[0]).toContain("help@tuppence.example");
    await text("stop", { OptOutType: "STOP" });
    expect(await holds(fay)).toBe(false);
    expect((await texts())[0], "the provider has answered").toContain("help@tuppence.example");
    await world.notifications.consents.endByPage(fay.user_id);
    await agree(fay, PHONE, "es");
    await world.notifications.consents.endByPage(fay.user_id);
    await text("START");
    expect(await holds(fay), "ended on our page, begun on our page").toBe(false);
  });

  it("end with the number, and a number that changed hands texts nobody of before", async () => {
    const gus = await confirmed("Gus");
    await agree(gus);
    await world.coins.removePhone(gus.user_id);
    expect(await holds(gus)).toBe(false);
    const hal = await confirmed("Hal");
    expect(await agree(gus)).toMatchObject({ code: "number_not_confirmed" });
    expect(await agree(hal)).toMatchObject({ ok: true });
    expect(await agree(hal), "twice is once").toMatchObject({ ok: true });
    await text("STOP");
    expect(await holds(hal)).toBe(false);
    const { rows } = await world.base.handle.pool.query(
      "select end_reason, phone is null as gone from notifications.text_consents order by given_at",
    );
    expect(rows).toEqual([
      { end_reason: "number_gone", gone: true },
      { end_reason: "stop_word", gone: true },
    ]);
  });
});
