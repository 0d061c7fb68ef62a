/**
 * Ids leave as public ids alone: what members of many months read on pages, in their data, from calls and after what they press holds no
 * id as the database has it. Whoever pastes one into the wrong place is told by its prefix.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { MATEO, ROSA } from "../../src/server/demo/members.ts";
import { playPast } from "../../src/server/demo/play.ts";
import { FIXED } from "../pictures/places.ts";
import { type Product, startProduct } from "../support/product.ts";
import { createLogTrap } from "../support/world.ts";
import { publicTemplates } from "./public-pages.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** What the ledger's accounts and transfers are called under their own hashes: shown otherwise, nobody could check it. */
const SIGNED = "/api/user/statement.json";

let product: Product;
const cookies = new Map<string, string>();
const left = new Set<string>();
/**
 * Not ids of ours: a form's own name of one press (`request_key`), so that two presses are one, and the providers' names of an offer's
 * steps (`goal_id`), as their callbacks say them.
 */
const theirs = new Set<string>();

async function ask(path: string, who: string | null, more: RequestInit = {}) {
  const headers = new Headers(more.headers);
  if (who) headers.set("cookie", cookies.get(who) ?? "");
  const answer = await fetch(product.url + path, { redirect: "manual", ...more, headers });
  const body = await answer.text();
  // Who asked for it is told apart in the log by it, and by nothing else.
  const told = [...answer.headers].filter(([name]) => name !== "x-request-id").map((line) => line.join(": "));
  const said = `${told.join("\n")}\n${readable(told.join("\n") + body)}`;
  for (const [, id = ""] of said.matchAll(/request_key"(?:,| value=)"([0-9a-f-]+)"/g)) theirs.add(id);
  note(`${more.method ?? "GET"} ${shapeOf(path)}`, said);
  return { status: answer.status, place: answer.headers.get("location") ?? "", headers: answer.headers, body };
}

function note(where: string, said: string): void {
  for (const [id] of said.matchAll(UUID)) if (!theirs.has(id)) left.add(`${where}: ${id}`);
}

/** Everybody can read the parts of a token. */
const readable = (text: string) =>
  text.replace(/\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g, (_all, payload) => Buffer.from(payload, "base64url").toString());
const shapeOf = (path: string) =>
  path
    .replace(/^\/(products|stores|coupons|section|news|p)\/.*/, "/$1/x")
    .replace(/(?<==)[^&]*|\b[a-z]{3}_[0-9a-f]{32}|[^/?]+(?=-(coupons|product)\b)|\d+/g, "x");
const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  // As a browser sends it from the page itself.
  headers: { origin: product.url, "sec-fetch-site": "same-origin" },
  body: new URLSearchParams(fields),
});

beforeAll(async () => {
  const { log } = createLogTrap();
  product = await startProduct({
    async before_listen(wired, config) {
      await playPast({ config, database: wired.database, log, now: new Date() });
    },
  });
});
afterAll(() => product?.close());

async function logIn({ email, password }: { email: string; password: string }): Promise<void> {
  const { status, headers } = await ask("/api/web/login", null, json({ email, password }));
  expect(status).toBe(200);
  cookies.set(
    email,
    headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  );
}

/** A page, what the browser's router asks instead, and what its links lead to. */
async function walk(who: string, first: readonly string[]): Promise<number> {
  const waiting = [...new Set(first)];
  const seen = new Set(waiting);
  const shapes = new Set<string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { body } = await ask(path, who);
    const [at = "", query] = path.split("?");
    await ask(`${at === "/" ? "/_root" : at}.data${query === undefined ? "" : `?${query}`}`, who);
    for (const [, href = ""] of body.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), product.url + path);
      const link = url.pathname + url.search;
      // Ways out to stores and out of the account, and the same in another language.
      if (url.origin !== product.url || seen.has(link) || /^\/(logout|go\/)|[?&]lang=/.test(link) || link === SIGNED)
        continue;
      seen.add(link);
      // Links that differ by nothing but what they name are followed once.
      if (!shapes.has(shapeOf(link))) waiting.push(link);
      shapes.add(shapeOf(link));
    }
  }
  return seen.size;
}

it("leave pages, their data, calls and presses as public ids", async () => {
  const { body } = await ask("/api/docs/openapi.json", null);
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> };
  const calls = Object.keys(paths).filter((path) => "get" in (paths[path] ?? {}) && !path.includes("{"));
  expect(calls.length).toBeGreaterThan(20);
  const found = await publicTemplates(product);
  const { rows } = await product.wired.database.pool.query(
    "select distinct g ->> 'goal_id' as goal_id from coins.offers cross join jsonb_array_elements(goals) g",
  );
  for (const { goal_id } of rows) theirs.add(goal_id);
  const pages = [...found, ...FIXED].map(({ path }) => path);
  for (const who of [ROSA, MATEO]) {
    await logIn(who);
    expect(await walk(who.email, pages)).toBeGreaterThan(100);
    for (const path of calls.filter((path) => path !== SIGNED)) await ask(path, who.email);
  }

  // Their own copy, with all that their months left anywhere.
  const copy = await ask("/api/account/export", ROSA.email, json({ password: ROSA.password }));
  expect([copy.status, JSON.parse(copy.body).account.user_id]).toEqual([
    200,
    expect.stringMatching(/^usr_[0-9a-f]{32}$/),
  ]);

  const subscription = "/account/subscription";
  const { body: page } = await ask(subscription, ROSA.email);
  const membership_id = /name="membership_id" value="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(membership_id).toMatch(/^mem_[0-9a-f]{32}$/);
  const canceled = await ask(subscription, ROSA.email, form({ intent: "cancel", membership_id }));
  expect(canceled.place).toBe(`${subscription}?canceled=${membership_id}`);
  expect((await ask(canceled.place, ROSA.email)).body).toContain("Cancellation slip");
  expect((await ask(subscription, ROSA.email, form({ intent: "resume", membership_id }))).place).toContain("kept=1");
  await ask("/api/refresh", ROSA.email, json({}));
  await ask("/api/sync-token", ROSA.email, json({}));

  // What letters lead to works signed out, for a year.
  type Mail = { text: string; html: string | null };
  const { mails } = await product.control<{ mails: Mail[] }>("/mails");
  expect(mails.length).toBeGreaterThan(20);
  for (const { text, html } of mails) note("a letter", `${text} ${html ?? ""}`);
  const link = product.wired.membership.makeLink("cancel", membership_id);
  expect((await ask(link.slice(product.url.length), null)).body).toContain("Cancel membership");

  expect([...left]).toEqual([]);
});
