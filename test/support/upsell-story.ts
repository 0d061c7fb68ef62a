/** What stories of extras do: a member who has joined, pages that offer, a bank that answers, a partner that listens. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Brand } from "#partners";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import type { Upsell } from "../../src/modules/landing/upsell/upsell-rules.ts";
import { createMembershipStory } from "./membership-story.ts";
import { createWorld } from "./world.ts";

/** A partner's machine on the other end: what it hears, and how often it fails before it listens. */
async function createPartner() {
  const heard: string[] = [];
  const state = { failures: 0 };
  const server: Server = createServer((request, response) => {
    if (state.failures > 0) {
      state.failures -= 1;
      response.writeHead(503).end();
      return;
    }
    heard.push(request.url ?? "");
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { heard, state, host, url: `http://${host}/pixel?p=1`, close: () => new Promise((end) => server.close(end)) };
}

export type UpsellStory = Awaited<ReturnType<typeof createUpsellStory>>;

export async function createUpsellStory({ brands }: { brands?: readonly Brand[] } = {}) {
  const world = await createWorld({ environment: { COUNTRY_HEADER: "CF-IPCountry" }, ...(brands && { brands }) });
  const story = createMembershipStory(world);
  const partner = await createPartner();
  const { upsells } = world.landing;
  const us: Record<string, string> = { "cf-ipcountry": "US" };
  function callerOf(member: Member, headers: Record<string, string> = us, hosted = false) {
    const upsell = {
      plus: hosted ? "/upsell2" : "own",
      shipright: hosted ? "/sfupsell2" : "own",
      hosts: [partner.host],
      callback: partner.url,
    };
    return { header: (key: string) => headers[key] ?? null, member, brand: { ...world.partners.home, upsell } };
  }
  return {
    world,
    story,
    partner,
    upsells,
    us,
    callerOf,
    async joined(name: string) {
      const member = (await world.member(name)) as Member;
      const membership_id = await story.joined(member.user_id);
      return { member: { ...member, subscribed: true }, membership_id };
    },
    /** Yes to what the page shows, with its words. */
    async yes(member: Member, upsell: Upsell, headers?: Record<string, string>) {
      const view = await upsells.show(callerOf(member, headers), upsell);
      if (!("offer" in view)) throw new Error(`no offer: ${view.state}`);
      return { words: view.offer.consent.en, language: "en" as const, address: "203.0.113.9", user_agent: "a story" };
    },
    /** Where an answer on our own pages led: the page, and what that page leads on to when its state is good. */
    returnOf(member: Member, answer: Awaited<ReturnType<typeof upsells.answer>>, said: "accepted" | "declined") {
      if (!answer.ok) throw new Error(answer.code);
      const { pathname, searchParams } = new URL(answer.value.to, world.productUrl);
      const taken = upsells.takeReturn(callerOf(member), searchParams, said);
      return taken.ok && taken.value ? { page: pathname, next: new URL(taken.value.next).pathname } : null;
    },
    async askBank(secret: string, outcome: string) {
      const answer = await fetch(`${world.sandbox.url}/stripe/3ds/${secret.split("_secret_")[0]}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ secret, outcome }),
      });
      expect(answer.status, await answer.text()).toBeLessThan(400);
    },
    rows: async <T = Record<string, unknown>>(query: string): Promise<T[]> =>
      (await world.base.handle.pool.query(query)).rows as T[],
    running: async (userId: string) =>
      (await world.membership.readMembership(userId)).running.map(({ tier, state }) => `${tier} ${state}`).toSorted(),
    async close() {
      await partner.close();
      await world.close();
    },
  };
}
