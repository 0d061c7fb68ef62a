/** Tracking events from the beacon to the table, the export and Google Analytics. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { toldMember } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let member: { user_id: string; cookie: string };
const US = { "cf-ipcountry": "US" };
const GB = { "cf-ipcountry": "GB" };

beforeAll(async () => {
  world = await createWorld({
    environment: {
      COUNTRY_HEADER: "CF-IPCountry",
      GA4_MEASUREMENT_ID: "G-TEST1234",
      GA4_API_SECRET: "secret",
      EVENTS_KEEP_DAYS: "3",
    },
  });
  const joined = await world.app.inject({
    method: "POST",
    url: "/api/web/register",
    headers: US,
    payload: {
      name: "Eve Event",
      email: "eve@example.com",
      password: "copper penny passbook",
      password_confirmation: "copper penny passbook",
    },
  });
  member = {
    user_id: toldMember(joined.json().user),
    cookie: joined.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; "),
  };
});
afterAll(() => world.close());

type Sent = { action?: string; body?: unknown; type?: string; headers?: Record<string, string>; url?: string };
const beacon = ({ action, body, type = "text/plain;charset=UTF-8", headers = US, url = "/api/elk" }: Sent) =>
  world.app.inject({
    method: "POST",
    url: action === undefined ? url : `${url}?action=${action}`,
    headers: { "content-type": type, ...headers },
    payload: typeof body === "string" ? body : JSON.stringify(body ?? {}),
  });

type Stored = {
  event_id: string;
  action: string;
  user_id: string | null;
  sid: string | null;
  document: Record<string, unknown>;
};
const stored = async (where = "true", values: unknown[] = []): Promise<Stored[]> =>
  (await world.database.pool.query(`select * from attribution.events where ${where} order by at, event_id`, values))
    .rows;
const one = async (event_id: string) => (await stored("event_id = $1", [event_id]))[0];

describe("an event by beacon", () => {
  it("is stored with who sent it, taken from the session", async () => {
    const event_id = randomUUID();
    const answer = await beacon({
      action: "go_shopping",
      body: { event_id, user_id: "somebody", merchant: "nike", currenturl: "https://x.example/nike-coupons?token=1" },
      headers: { ...US, cookie: member.cookie, "user-agent": "Browser" },
    });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    const row = await one(event_id);
    expect(row).toMatchObject({ action: "go_shopping", user_id: member.user_id });
    expect(row?.document).toMatchObject({
      user_id: member.user_id,
      merchant: "nike",
      currenturl: "https://x.example/nike-coupons",
      signup_date: "2027-03-10",
      membership_day: 0,
      user_agent: "Browser",
    });
  });

  it.each([
    ["JSON", "application/json", (id: string) => JSON.stringify({ event_id: id })],
    ["text that is JSON", "text/plain", (id: string) => JSON.stringify({ event_id: id })],
    ["a form", "application/x-www-form-urlencoded", (id: string) => `event_id=${id}&label=x`],
  ])("comes as %s", async (_what, type, body) => {
    const id = randomUUID();
    expect((await beacon({ action: "search", type, body: body(id) })).statusCode).toBe(204);
    expect(await one(id)).toMatchObject({ action: "search", user_id: null });
  });

  it("is one event however often it comes", async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 8 }, () => beacon({ action: "page_view", body: { event_id: id } })));
    const list = [id, id, id].map((event_id) => ({ event_id, action: "page_view" }));
    await beacon({ body: list });
    expect(await stored("event_id = $1", [id])).toHaveLength(1);
  });

  it.each([
    ["an unknown action", { action: "format_disk", body: {} }, 422, "event_unknown"],
    ["no action", { body: {} }, 422, "event_unknown"],
    ["an inherited name", { action: "constructor", body: {} }, 422, "event_unknown"],
    ["a text", { action: "page_view", body: '"hello"' }, 422, "event_invalid"],
    ["no JSON", { action: "page_view", body: "{" }, 400, "not_json"],
    ["an event of 5 KiB", { action: "page_view", body: { label: "x".repeat(5_000) } }, 413, "event_too_large"],
    ["26 events", { body: Array.from({ length: 26 }, () => ({ action: "page_view" })) }, 422, "too_many_events"],
    ["an empty list", { body: [] }, 422, "event_invalid"],
    ["more than 64 KiB", { action: "page_view", body: { label: "x".repeat(70_000) } }, 413, "too_large"],
  ])("refuses %s", async (_what, sent, status, code) => {
    const before = (await stored()).length;
    const answer = await beacon(sent as Sent);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect((await stored()).length).toBe(before);
  });

  it("takes 25 at once, and the good ones of a list with odd ones", async () => {
    const ids = Array.from({ length: 25 }, () => randomUUID());
    expect((await beacon({ body: ids.map((event_id) => ({ event_id, action: "page_view" })) })).statusCode).toBe(204);
    expect(await stored("event_id = any ($1)", [ids])).toHaveLength(25);
    const good = randomUUID();
    const mixed = [
      { action: "gone" },
      null,
      7,
      { event_id: good, action: "login" },
      { action: "login", label: "x".repeat(5_000) },
    ];
    expect((await beacon({ body: mixed })).statusCode).toBe(204);
    expect(await one(good)).toMatchObject({ action: "login" });
  });

  it.each([
    ["in Britain before a choice", GB],
    ["under Global Privacy Control", { ...US, "sec-gpc": "1" }],
  ])("names nobody %s", async (_what, headers) => {
    const event_id = randomUUID();
    const body = { event_id, label: "x", currenturl: "https://x.example/stores?page=2" };
    await beacon({
      action: "page_view",
      body,
      headers: { ...headers, cookie: member.cookie, "user-agent": "Browser" },
    });
    const row = await one(event_id);
    expect(row).toMatchObject({ user_id: null, sid: null, webpartner_id: null });
    expect(JSON.stringify(row?.document)).not.toMatch(/Browser|127\.0\.0|eve@|label/);
  });

  it("is written down by the server when the login guard turns somebody away", async () => {
    await world.identity.guard("/account/withdrawal?token=abc");
    const [row] = await stored("action = 'unauthenticated_attempt'");
    expect(row?.document).toMatchObject({ currenturl: "/account/withdrawal" });
    expect(row?.user_id).toBeNull();
  });
});

describe("a day of events", () => {
  it("leaves as lines for a bulk request, each with its own id", async () => {
    let text = "";
    for await (const line of world.attribution.exportEvents("2027-03-10")) text += line;
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const rows = await stored();
    expect(lines).toHaveLength(rows.length * 2);
    expect(lines[0].create._index).toBe("events-2027.03");
    expect(new Set(lines.filter((line) => line.create).map((line) => line.create._id)).size).toBe(rows.length);
  });

  it("is made ahead, and dropped when its time is over", async () => {
    const days = async () =>
      (
        await world.database.pool.query(
          "select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = 'attribution.events'::regclass order by 1",
        )
      ).rows.map((row) => row.relname);
    expect(await world.attribution.keepDays()).toEqual({ dropped: 0 });
    expect(await days()).toEqual(["events_20270310", "events_20270311", "events_20270312", "events_20270313"]);
    world.clock.set("2027-03-14T00:30:00Z");
    expect(await world.attribution.keepDays()).toEqual({ dropped: 1 });
    expect((await days())[0]).toBe("events_20270311");
    world.clock.set("2027-03-10T20:00:00Z");
    // A day that was dropped and is written again is made again.
    const event_id = randomUUID();
    expect((await beacon({ action: "page_view", body: { event_id } })).statusCode).toBe(204);
    expect(await stored("event_id = $1", [event_id])).toHaveLength(1);
  });
});

describe("the group commit", () => {
  it("loses nothing that was acknowledged when connections die, and doubles nothing that is sent again", async () => {
    const told = new Map<string, number>();
    const sendAll = (list: string[]) =>
      Promise.all(
        list.map(async (event_id, n) => {
          await new Promise((next) => setTimeout(next, n % 40));
          told.set(event_id, (await beacon({ action: "page_view", body: { event_id } })).statusCode);
        }),
      );
    let killed = 0;
    async function kill() {
      for (let n = 0; n < 8; n += 1) {
        await new Promise((next) => setTimeout(next, 6));
        const { rowCount } = await world.database.jobsPool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%attribution.events%' and pid <> pg_backend_pid()",
        );
        killed += rowCount ?? 0;
      }
    }
    const ids: string[] = [];
    // On a quick machine a round may end before the first connection dies: then there is another.
    for (let round = 0; round < 20 && (round === 0 || killed === 0); round += 1) {
      const more = Array.from({ length: 400 }, () => randomUUID());
      ids.push(...more);
      await Promise.all([sendAll(more), kill()]);
    }
    expect(killed).toBeGreaterThan(0);
    const kept = new Set((await stored("event_id = any ($1)", [ids])).map((row) => row.event_id));
    const acknowledged = ids.filter((id) => told.get(id) === 204);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(ids.filter((id) => ![204, 503].includes(told.get(id) ?? 0))).toEqual([]);
    await sendAll(ids.filter((id) => told.get(id) !== 204));
    expect(await stored("event_id = any ($1)", [ids])).toHaveLength(ids.length);
  });
});

describe("Google Analytics", () => {
  const save = (body: unknown, cookie = member.cookie, more: Record<string, string> = {}) =>
    beacon({ url: "/api/saveGtagClientId", body, headers: { ...US, cookie, ...more } });

  it("keeps the client id of the member who is signed in, and of nobody else", async () => {
    const right = { user_id: userId.show(member.user_id), client_id: "1234567890.1700000000" };
    expect((await save(right, "")).statusCode).toBe(401);
    expect((await save({ ...right, user_id: randomUUID() })).statusCode).toBe(403);
    for (const client_id of ["GA1.1.1.2", "abc", "1", "1.", "1.2\n", `${"1".repeat(40)}.2`])
      expect((await save({ ...right, client_id })).statusCode).toBe(422);
    expect((await save(right, member.cookie, { "sec-gpc": "1" })).json()).toEqual({ success: true, kept: false });
    expect((await save(right)).json()).toEqual({ success: true, kept: true });
    const before = { ...right, user_id: member.user_id };
    expect((await save(before)).json(), "kept by a browser when it was told").toEqual({ success: true, kept: true });
  });

  it("hears what members did, once, and nothing that was done without permission", async () => {
    const [event_id, silent] = [randomUUID(), randomUUID()];
    const headers = { ...US, cookie: member.cookie };
    await beacon({ action: "login", body: { event_id }, headers });
    await beacon({ action: "login", body: { event_id }, headers });
    await beacon({ action: "page_view", headers });
    await beacon({ action: "login", body: { event_id: silent }, headers: { ...headers, "sec-gpc": "1" } });
    await world.control("/fail", { target: "analytics", mode: "500", times: 1 });
    await expect(world.attribution.sendAnalytics()).rejects.toThrow(/answered 500/);
    const line = async () =>
      (await world.providerHealth.read()).find(({ provider }) => provider === "google_analytics");
    expect(await line()).toMatchObject({ faults: 1, good_at: null, fault: expect.stringContaining("answered 500") });
    await world.attribution.sendAnalytics();
    await world.attribution.sendAnalytics();
    expect(await line()).toMatchObject({ faults: 0, good_at: expect.any(Date) });
    const { events } = await world.control<{
      events: { name: string; client_id: string; event: { params: object } }[];
    }>("/analytics");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      name: "login",
      client_id: "1234567890.1700000000",
      event: { params: { event_id }, non_personalized_ads: false },
    });
    const left = await world.database.pool.query("select 1 from attribution.analytics_outbox");
    expect(left.rowCount).toBe(0);
  });
});
