/**
 * The console's door: no call of it answers a member's, a partner's or a foreign page's session, and no session of it answers theirs;
 * and each role may what stands in its table, and nothing else. The table is written out, so that a role that becomes wider is
 * noticed by whoever reads the change.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLE_NAMES, type Role } from "#staff";
import { createAccountCaller } from "../support/account-calls.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { ROLE_TABLE } from "../support/role-table.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
const people = new Map<Role, Hired>();
let calls: { method: string; url: string }[];
beforeAll(async () => {
  world = await createWorld();
  for (const role of ROLE_NAMES)
    people.set(role, await hireOperator(world, `Person ${role}`, [role], role === "partner" ? "shipright" : null));
  calls = world.calls.filter(({ method, url }) => method !== "HEAD" && url.startsWith("/api/console/"));
});
afterAll(() => world.close());

/** The door itself, for who is not signed in: these refuse by what they are told. */
const DOOR = new Set(
  ["sign-in", "sign-in/start", "sign-in/password", "enrol", "enrol/start"].map((one) => `/api/console/${one}`),
);
const BODIES: Readonly<Record<string, object>> = {
  "/api/console/people": { email: "n@staff.example", name: "N", roles: ["analyst"] },
  "/api/console/people/roles": { id: "opr_x", roles: ["analyst"] },
  "/api/console/decisions": { place: "queue", name: "inbox", item: "inb_x", act: "retry" },
  "/api/console/decisions/second": { id: "dec_x", agree: true, hash: "" },
  "/api/console/personal": { kind: "order", id: "ord_x" },
  "/api/console/confirm": { credential: {} },
  "/api/console/confirm/password": { password: "x", code: "1" },
  "/api/console/passkeys": { credential: {} },
  "/api/console/password/start": { password: "x" },
  "/api/console/password": { code: "1" },
  "/api/console/beside": { id: "msg_x", section: "passbook" },
  "/api/console/partner/keys": { name: "" },
  "/api/console/partner/keys/end": { id: "pky_x" },
  "/api/console/typing": { kind: "message", id: "msg_x" },
};
/** A stream goes on for whom it is there: what there is not ends at once. */
const QUERIES: Readonly<Record<string, string>> = {
  "/api/console/live": "?kind=message&id=msg_x",
  "/api/console/hand-in": "?take=store%20picture",
};
const ask = ({ method, url }: { method: string; url: string }, headers: Record<string, string>) =>
  world.app.inject({
    method: method as "GET",
    url: url + (QUERIES[url] ?? ""),
    headers: { ...(method === "GET" ? {} : { "content-type": "application/json" }), ...headers },
    ...(method === "GET" ? {} : { payload: JSON.stringify(BODIES[url] ?? { id: "x" }) }),
  });
const codeOf = (answer: Awaited<ReturnType<typeof ask>>): string =>
  String(answer.headers["content-type"]).startsWith("application/json") ? (answer.json().code ?? "ok") : "ok";

describe("the console's calls", () => {
  it("answer nobody, no member and no partner, in any way of sending their session", async () => {
    const caller = createAccountCaller(world);
    const { session } = await caller.join("Vera Victim");
    const { token, bind } = session;
    const open: string[] = [];
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls.filter(({ url }) => !DOOR.has(url)))
      for (const [what, headers] of Object.entries<Record<string, string>>({
        "no session": {},
        "a member's bearer": { authorization: `Bearer ${token}`, "x-tuppence-bind": bind },
        "a member's cookies": { cookie: `tp_token_test=${token}; tp_bind=${bind}` },
        "a member's token under the console's name": { cookie: `tp_console=${token}; tp_bind=${bind}` },
        "an operator's token as a bearer": { authorization: `Bearer ${people.get("owner")?.token}` },
        "a made-up session": { cookie: "tp_console=x" },
      })) {
        const answer = await ask(call, headers);
        if (answer.statusCode !== 401 || codeOf(answer) !== "not_an_operator")
          open.push(`${call.method} ${call.url}, ${what}: ${answer.statusCode} ${codeOf(answer)}`);
      }
    expect(open).toEqual([]);
  });

  it("refuse foreign pages, and a console's session opens nothing of a member's", async () => {
    const cookie = people.get("owner")?.cookie() ?? "";
    for (const call of calls.filter(({ method }) => method !== "GET"))
      for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "same-site" }])
        expect((await ask(call, { cookie, ...headers })).statusCode, call.url).toBe(403);
    for (const url of ["/api/refresh", "/api/account/export", "/api/user"]) {
      const token = people.get("owner")?.token ?? "";
      const answer = await world.app.inject({
        method: "GET",
        url,
        headers: { cookie: `${cookie}; tp_token_test=${token}; tp_bind=${token}`, authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
    }
  });

  it("set a cookie that no script reads and no other site sends, and are not described to the public", async () => {
    const owner = people.get("owner");
    const credential = owner?.passkey.assert((await world.staff.askToSignIn()).challenge);
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/console/sign-in",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ credential }),
    });
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^tp_console=\w+; Path=\/; Max-Age=43200; SameSite=Strict; HttpOnly$/,
    );
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const { body } = await world.app.inject({ method: "GET", url: "/api/docs/openapi.json" });
    expect(body).not.toContain("/console");
    for (const url of ["/robots.txt", "/sitemap.xml", "/sitemap-pages.xml"])
      expect((await world.app.inject({ method: "GET", url })).body, url).not.toContain("console");
  });

  it("ask for a fresh sign-in where keys, people, personal data and the log's file are concerned", async () => {
    const owner = people.get("owner");
    if (!owner) throw new Error("There is an owner.");
    await world.advance({ minutes: 6 });
    const asked: string[] = [];
    for (const call of calls.filter(({ url }) => !/sign-out/.test(url)))
      if (codeOf(await ask(call, { cookie: owner.cookie() })) === "confirm_first")
        asked.push(call.url.replace("/api/console/", ""));
    expect(asked.toSorted()).toEqual(
      "audit.csv partner/keys partner/keys/end passkeys passkeys/remove passkeys/start password password/remove password/start people people/link people/off people/on people/roles personal"
        .split(" ")
        .toSorted(),
    );
    for (const hired of people.values()) await hired.signIn();
  });
});

it("each role may what the table says, and nothing else", async () => {
  const found = new Map<string, Role[]>();
  const note = (what: string, role: Role, may: boolean) => {
    const roles = found.get(what) ?? [];
    found.set(what, may && role !== "owner" ? [...roles, role] : roles);
    if (role === "owner" && !/partner\/(keys|numbers)/.test(what)) expect(may, `an owner: ${what}`).toBe(true);
  };
  const { queues, objects, figures, lists, members, files } = world.operators;
  for (const [role, hired] of people) {
    const me = await hired.me();
    const seen = new Set((await world.staff.overview(me)).queues.map(({ name }) => name));
    for (const queue of queues) {
      note(`queue ${queue.name}`, role, seen.has(queue.name));
      for (const act of queue.acts) {
        const values = Object.fromEntries((act.asks ?? []).map(({ name }) => [name, "1"]));
        const reason = act.reasons?.[0]?.code ?? "x";
        const asked = { place: "queue" as const, name: queue.name, item: "nothing", act: act.name, reason, values };
        const outcome = await world.staff.decide(me, asked, FROM);
        note(`act ${queue.name} ${act.name}`, role, !outcome.ok && outcome.code !== "not_allowed");
      }
    }
    for (const object of objects) {
      note(`object ${object.kind}`, role, world.staff.may(me, object.permission));
      for (const act of object.acts ?? []) {
        const values = Object.fromEntries((act.asks ?? []).map(({ name }) => [name, "1"]));
        const reason = act.reasons?.[0]?.code ?? "x";
        const asked = { place: "object" as const, name: object.kind, item: "nothing", act: act.name, reason, values };
        const outcome = await world.staff.decide(me, asked, FROM);
        note(`act ${object.kind} ${act.name}`, role, !outcome.ok && outcome.code !== "not_allowed");
      }
    }
    for (const one of figures) note(`figure ${one.name}`, role, world.staff.may(me, one.permission));
    for (const one of lists) note(`list ${one.name}`, role, world.staff.may(me, one.permission));
    for (const one of files) note(`file ${one.name}`, role, world.staff.may(me, one.permission));
    for (const one of members) note(`member's ${one.name}`, role, world.staff.may(me, one.permission));
    for (const call of calls.filter(({ url }) => !DOOR.has(url) && !/sign-out/.test(url))) {
      const code = codeOf(await ask(call, { cookie: hired.cookie() }));
      // What a decision is about is looked at by its own permission; who is sent by a partner comes to none.
      const decides = /decisions/.test(call.url) && role !== "partner";
      note(`call ${call.method} ${call.url}`, role, code !== "not_allowed" || decides);
    }
  }
  const lines = [...found].map(([what, roles]) => `${what}: ${roles.join(" ") || "-"}`).toSorted();
  expect(lines).toEqual(ROLE_TABLE.trim().split("\n"));
});
