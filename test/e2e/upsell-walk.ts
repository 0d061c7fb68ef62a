/** Members with a trial, in a browser of their own, and what the books say of extras. */

import { type AddressInfo, createServer } from "node:net";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { serve } from "../../src/server/serve.ts";
import { FROM_US } from "../support/arrivals.ts";
import { violationsInBothModes } from "../support/axe.ts";
import type { Visitor } from "../support/browser.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import type { Product } from "../support/product.ts";
import { createLogTrap, type World } from "../support/world.ts";
import { goodCard } from "./landing-walk.ts";
import { PASSWORD } from "./members.ts";

export const accessible = async (page: Page) => expect(await violationsInBothModes(page)).toEqual([]);

/** An account whose trial was paid; its session is put into the visitor's browser. */
export async function withTrial(product: Product, visitor: Visitor, name: string, language: "en" | "es" = "en") {
  const { identity } = product.wired;
  const opened = await identity.register({
    name,
    email: `${name.toLowerCase()}@example.com`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    language,
    partner: "tuppence",
    ...FROM_US,
    user_agent: "",
    address: "",
  });
  if (!opened.ok) throw new Error(opened.code);
  const { user_id } = opened.value.member;
  // The product stands in for the world of the stories, as far as they read it.
  const world = { ...product.wired, sandbox: product.sandbox, work: async () => {} } as unknown as World;
  const story = createMembershipStory(world);
  await story.joined(user_id, { card: goodCard() });
  identity.forgetMember(user_id);
  await visitor.context.addCookies(
    identity.cookieLines(opened.value, null).map((line) => {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)), url: product.url };
    }),
  );
  return { user_id, email: `${name.toLowerCase()}@example.com` };
}

/**
 * Another domain: a process of its own under another address, on the same database and with the same secret. Each end has
 * the other's host on its list.
 */
export async function serveElsewhere(product: Product): Promise<{ url: string; close(): Promise<void> }> {
  const { config, database, partners } = product.wired;
  const port = await new Promise<number>((settle) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => settle(free));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const hosts = partners.select({ partner: "joinsmarty", host: "" }).upsell.hosts as string[];
  const before = [...hosts];
  hosts.push(new URL(product.url).host, new URL(url).host);
  const served = await serve({
    config: { ...config, PORT: port, PUBLIC_URL: url, ROLE: "web" },
    databaseUrl: String(database.pool.options.connectionString),
    log: createLogTrap().log,
    brands: partners.all(),
  });
  return {
    url,
    async close() {
      hosts.splice(0, hosts.length, ...before);
      await served.close();
    },
  };
}

export const tiersOf = async (product: Product, userId: string): Promise<string[]> =>
  (await product.wired.membership.readMembership(userId)).running.map((one) => one.tier).toSorted();

export const answersOf = async (product: Product, userId: string): Promise<string[]> =>
  (
    await product.wired.database.pool.query<{ said: string }>(
      "select upsell || ' ' || state as said from landing.upsells where user_id = $1 order by created_at, upsell_id",
      [userId],
    )
  ).rows.map((row) => row.said);

/** What partners' pixels were given on these pages, by transaction. */
export function hearPixels(visitor: Visitor): { given: string[]; withheld: string[] } {
  const heard = { given: [] as string[], withheld: [] as string[] };
  visitor.context.on("response", async (response) => {
    if (!response.url().endsWith("/api/load-pixels")) return;
    const body = (await response.json().catch(() => null)) as { conversion: string[]; withheld: string | null } | null;
    if (body?.withheld) heard.withheld.push(body.withheld);
    heard.given.push(...(body?.conversion ?? []));
  });
  return heard;
}
