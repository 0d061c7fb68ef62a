/**
 * Stories of extras on a page for another page or domain: hand-overs that are right, replayed, changed, late or somebody
 * else's, and everything that nobody meant.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import { hashOfEmail } from "../../src/modules/landing/upsell/signed-state.ts";
import { HAND_OVER_KEYS, RETURN_KEYS, type Upsell } from "../../src/modules/landing/upsell/upsell-rules.ts";
import { createUpsellStory, type UpsellStory } from "../support/upsell-story.ts";

let story: UpsellStory;
beforeEach(async () => {
  story = await createUpsellStory();
});
afterEach(() => story.close());

describe("hand-overs", () => {
  const hosted = (member: Member, headers?: Record<string, string>) => story.callerOf(member, headers, true);
  async function handedOver(name: string, upsell: Upsell = "plus") {
    const { member, membership_id } = await story.joined(name);
    const lead = await story.upsells.show(hosted(member), upsell);
    if (lead.state !== "lead") throw new Error(lead.state);
    return { member, membership_id, url: new URL(lead.to) };
  }
  async function take(member: Member, url: URL, only: Upsell | null = null) {
    const taken = await story.upsells.take(hosted(member).brand, url.searchParams, only);
    if (!taken.ok || !taken.value) throw new Error(taken.ok ? "bare" : taken.code);
    return taken.value;
  }
  const code = async (member: Member, url: URL) => {
    const taken = await story.upsells.take(hosted(member).brand, url.searchParams, null);
    return taken.ok ? (taken.value === null ? "bare" : "taken") : taken.code;
  };
  const visit = { user_agent: "a story", address: "203.0.113.9" };

  it("bring every key, sign in once, sell, and lead back with a state of their own", async () => {
    const { member, url } = await handedOver("Ann", "shipright");
    expect([...url.searchParams.keys()].toSorted()).toEqual([...HAND_OVER_KEYS].toSorted());
    expect(url.pathname).toBe("/sfupsell2");
    expect(url.searchParams.get("tpsha1")).toBe(hashOfEmail("ann@example.com"));
    expect(url.searchParams.get("upsssnurl")).toBe(`${story.world.productUrl}/spsummary`);
    const taken = await take(member, url, "shipright");
    const visitor = { ...hosted(member), member: null };
    expect(await story.upsells.showTaken(visitor, taken)).toMatchObject({ ok: true, value: { state: "sign_in" } });
    const sessions = (await story.rows("select 1 from identity.sessions")).length;
    const signedIn = await story.upsells.signIn(taken, visit);
    expect(signedIn).toMatchObject({ ok: true, value: { member: { user_id: member.user_id } } });
    expect(await story.upsells.signIn(taken, visit), "a token works once").toMatchObject({ code: "token_used" });
    expect((await story.rows("select 1 from identity.sessions")).length).toBe(sessions + 1);
    expect(await story.upsells.showTaken(visitor, taken)).toMatchObject({ code: "token_used" });
    const shown = await story.upsells.showTaken(hosted(member), taken);
    if (!shown.ok || shown.value.state !== "offer" || shown.value.view.state !== "offer") throw new Error("no offer");
    const said = { words: shown.value.view.offer.consent.en, language: "en" as const, ...visit };
    const all = await Promise.all([1, 2, 3].map(() => story.upsells.answerTaken(hosted(member), taken, said)));
    const [first] = all;
    if (!first?.ok || !first.value.to) throw new Error("no way back");
    const back = new URL(first.value.to);
    expect(back.origin + back.pathname).toBe(`${story.world.productUrl}/splthanq`);
    expect([...back.searchParams.keys()].toSorted()).toEqual([...RETURN_KEYS].toSorted());
    expect(await story.running(member.user_id)).toEqual(["shipright trial", "standard trial"]);
    const cameBack = (answer: "accepted" | "declined", query = back.searchParams, as: Member | null = member) =>
      story.upsells.takeReturn({ ...hosted(member), member: as }, query, answer);
    expect(cameBack("accepted")).toMatchObject({
      ok: true,
      value: { upsell: "shipright", next: `${story.world.productUrl}/spsummary` },
    });
    expect(cameBack("declined"), "a yes is no no").toMatchObject({ code: "state_invalid" });
    const ben = (await story.world.member("Ben")) as Member;
    expect(cameBack("accepted", back.searchParams, ben)).toMatchObject({ code: "other_account" });
    for (const key of RETURN_KEYS) {
      const other = new URLSearchParams(back.searchParams);
      other.set(key, key === "ups" ? "plus" : key === "tpsha1" ? "a".repeat(40) : `${back.searchParams.get(key)}x`);
      expect(cameBack("accepted", other), key).toMatchObject({ ok: false });
    }
    const again = await take(member, url);
    expect(await story.upsells.showTaken(hosted(member), again), "replayed").toMatchObject({ code: "state_used" });
    expect(await story.upsells.answerTaken(hosted(member), again, said)).toMatchObject({ code: "state_used" });
    expect(await story.upsells.answerTaken(hosted(member), again, null)).toMatchObject({ code: "state_used" });
    await story.world.work();
    await story.world.work();
    expect(story.partner.heard).toHaveLength(1);
    story.world.clock.advance({ minutes: 15 });
    expect(cameBack("accepted"), "late").toMatchObject({ code: "state_expired" });
  });

  it("that are declined lead to the other callback, charge nothing, tell nobody, and are not asked again", async () => {
    const { member, url } = await handedOver("Cleo");
    const answer = await story.upsells.answerTaken(hosted(member), await take(member, url), null);
    if (!answer.ok || !answer.value.to) throw new Error("no way back");
    expect(new URL(answer.value.to).pathname).toBe("/splnothanq");
    expect(story.upsells.takeReturn(hosted(member), new URL(answer.value.to).searchParams, "declined").ok).toBe(true);
    expect(await story.upsells.show(hosted(member), "plus")).toEqual({ state: "lead", to: "/spupsell2" });
    await story.world.work();
    expect(story.partner.heard).toEqual([]);
    expect(await story.running(member.user_id)).toEqual(["standard trial"]);
  });

  it("run out: state after 15 minutes, token after 10", async () => {
    const { member, url } = await handedOver("Dan");
    const visitor = { ...hosted(member), member: null };
    const taken = await take(member, url);
    story.world.clock.advance({ minutes: 10, seconds: 1 });
    expect(await story.upsells.showTaken(visitor, taken)).toMatchObject({ code: "token_used" });
    expect(await story.upsells.signIn(taken, visit)).toMatchObject({ code: "token_used" });
    expect(await code(member, url)).toBe("taken");
    story.world.clock.advance({ minutes: 5 });
    expect(await code(member, url)).toBe("state_expired");
    story.world.clock.advance({ minutes: -15 });
  });

  it("of somebody else are refused, and sign nobody in", async () => {
    const ann = await handedOver("Ann");
    const ben = await handedOver("Ben");
    const taken = await take(ann.member, ann.url);
    expect(await story.upsells.showTaken(hosted(ben.member), taken)).toMatchObject({ code: "other_account" });
    expect(await story.upsells.answerTaken(hosted(ben.member), taken, null)).toMatchObject({ code: "other_account" });
    const mixed = new URL(ann.url);
    mixed.searchParams.set("autht", ben.url.searchParams.get("autht") ?? "");
    expect(await code(ann.member, mixed)).toBe("state_invalid");
    // Should the signature ever be had: the token still opens no other account than the one that was named.
    const sessions = (await story.rows("select 1 from identity.sessions")).length;
    const forged = { ...taken, keys: { ...taken.keys, autht: ben.url.searchParams.get("autht") ?? "" } };
    expect(await story.upsells.signIn(forged, visit)).toMatchObject({ code: "token_used" });
    expect((await story.rows("select 1 from identity.sessions")).length).toBe(sessions);
  });

  it("cannot be exchanged, key by key, nor lead to places that are not ours", async () => {
    const { member, url } = await handedOver("Eve");
    const other = await handedOver("Finn", "shipright");
    for (const key of HAND_OVER_KEYS) {
      const mixed = new URL(url);
      const theirs = other.url.searchParams.get(key) ?? "";
      if (theirs === url.searchParams.get(key)) continue;
      mixed.searchParams.set(key, theirs);
      expect(await code(member, mixed), key).toBe("state_invalid");
      const doubled = new URL(url);
      doubled.searchParams.append(key, theirs);
      expect(await code(member, doubled), key).toBe("handover_invalid");
      const without = new URL(url);
      without.searchParams.delete(key);
      expect(await code(member, without), key).toBe(key === "pxcb" ? "state_invalid" : "handover_invalid");
    }
    for (const place of [
      "https://evil.example/",
      "//evil.example/",
      "javascript:alert(1)",
      `${story.world.productUrl}@evil.example/`,
      `http://evil.example/?${story.world.productUrl}`,
      "https://127.0.0.1:1/",
      `${story.world.productUrl}\\@evil.example`,
      "ftp://127.0.0.1/",
    ])
      for (const key of ["scb", "fcb", "upsssnurl", "porig", "pxorig", "pxcb"] as const) {
        const mixed = new URL(url);
        mixed.searchParams.set(key, place);
        expect(await code(member, mixed), `${key} ${place}`).toMatch(/^(host_not_allowed|handover_invalid)$/);
      }
    expect(await story.upsells.take(hosted(member).brand, new URLSearchParams("a=1"), null)).toEqual({
      ok: true,
      value: null,
    });
  });

  it("with fuzzed keys never fail, never lead elsewhere, and never sell or sign in", async () => {
    const { member, url } = await handedOver("Fay");
    const sessions = (await story.rows("select 1 from identity.sessions")).length;
    const own = [...url.searchParams.values()];
    const text = fc.oneof(
      fc.constantFrom(...own),
      fc.webUrl(),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.tuple(fc.constantFrom(...own), fc.string({ maxLength: 4 })).map(([a, b]) => a + b),
      fc.constantFrom("\u0000", "a".repeat(3_000), "%00", "null", "[object Object]", "https://evil.example"),
    );
    const change = fc.record({
      key: fc.constantFrom(...HAND_OVER_KEYS),
      value: text,
      how: fc.constantFrom("set", "append", "delete"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean(), async (changes, back) => {
        const query = new URLSearchParams(url.searchParams);
        for (const { key, value, how } of changes)
          if (how === "delete") query.delete(key);
          else query[how as "set" | "append"](key, value);
        if (query.toString() === url.searchParams.toString()) return;
        const visitor = { ...hosted(member), member: null };
        if (back) {
          for (const answer of ["accepted", "declined"] as const)
            expect(story.upsells.takeReturn(visitor, query, answer)).toMatchObject({ ok: false });
          return;
        }
        const taken = await story.upsells.take(visitor.brand, query, null);
        expect(taken.ok && taken.value, query.toString().slice(0, 300)).toBe(false);
      }),
      { numRuns: 300 },
    );
    expect((await story.rows("select 1 from identity.sessions")).length).toBe(sessions);
    expect(await story.rows("select * from landing.upsells")).toEqual([]);
    expect(await story.running(member.user_id)).toEqual(["standard trial"]);
  });
});
