/**
 * The console's door: no call of it answers a member's, a partner's or a foreign page's session, and no session of it answers theirs;
 * and each role may what stands in the table below, and nothing else. The table is written out, so that a role that becomes wider is
 * noticed by whoever reads the change.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLE_NAMES, type Role } from "#staff";
import { createAccountCaller } from "../support/account-calls.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

/** What is declared, and whose it is; owners may all of it. */
const TABLE = `
act alarms quiet: -
act appealed rebates approve: claims
act appealed rebates deny: claims
act canned answer change: support
act canned answer retire: support
act canned answers add: support
act charge refund: finance
act charges close: finance
act charges retry: finance
act coin offer hide: catalogue
act coin offer show: catalogue
act differences commission: finance
act differences currency: finance
act differences fee: finance
act differences orders: finance
act differences write_off: finance
act errors close: -
act held coins credit: claims
act held coins refuse: claims
act held payouts refuse: finance
act held payouts release: finance
act imports drop: catalogue
act imports release: catalogue
act inbox close: catalogue
act inbox retry: catalogue
act jobs retry: -
act member close: -
act member credit: finance
act member debit: finance
act member erase: -
act member gift code: finance
act member look: support
act member note: support
act member remove second step: -
act member resend: support
act member restore: -
act member unlock: support
act member verify: support
act membership cancel: finance
act message answer: support
act message assign: support
act message note: support
act message resolve: support
act message take: support
act messages answer: support
act messages assign: support
act messages note: support
act messages resolve: support
act messages take: support
act missing coins refuse: claims
act missing coins wait: claims
act offer partner switch off: catalogue
act offer partner switch on: catalogue
act order assign: claims
act orders nothing: claims
act orders promise: claims
act orders share: claims
act payment done: finance
act payment refused: finance
act payment retry: finance
act payment returned: finance
act payments done: finance
act payments refused: finance
act payments retry: finance
act payments returned: finance
act purchases answer: claims
act purchases assign: claims
act purchases note: claims
act purchases resolve: claims
act purchases take: claims
act rebate claim take back: claims
act rebate claims approve: claims
act rebate claims ask: claims
act rebate claims deny: claims
act receipt read again: support claims
act returned address send again: support
act sampled rebates fine: claims
act service tell no more: support
act service tell visitors: support
call GET /api/console/audit.csv: -
call GET /api/console/figures.csv: finance analyst
call POST /api/console/confirm/password: support claims finance catalogue content analyst
call POST /api/console/confirm/start: support claims finance catalogue content analyst
call POST /api/console/confirm: support claims finance catalogue content analyst
call POST /api/console/decisions/second: support claims finance catalogue content analyst
call POST /api/console/decisions/undo: support claims finance catalogue content analyst
call POST /api/console/decisions: support claims finance catalogue content analyst
call POST /api/console/files: support claims finance catalogue content analyst
call POST /api/console/passkeys/remove: support claims finance catalogue content analyst
call POST /api/console/passkeys/start: support claims finance catalogue content analyst
call POST /api/console/passkeys: support claims finance catalogue content analyst
call POST /api/console/password/remove: support claims finance catalogue content analyst
call POST /api/console/password/start: support claims finance catalogue content analyst
call POST /api/console/password: support claims finance catalogue content analyst
call POST /api/console/people/link: -
call POST /api/console/people/off: -
call POST /api/console/people/on: -
call POST /api/console/people/roles: -
call POST /api/console/people: -
call POST /api/console/personal: support claims
call POST /api/console/sessions/end: support claims finance catalogue content analyst
figure booking drops found: finance analyst
figure cancellations: finance analyst
figure cash back promised: finance analyst
figure charged: finance analyst
figure claims open: finance analyst
figure claims paid: finance analyst
figure claims refused: finance analyst
figure claims sent: finance analyst
figure clicks: finance analyst
figure coins credited: finance analyst
figure coins taken back: finance analyst
figure desk answers in time: finance analyst
figure desk answers late: finance analyst
figure desk items overdue: finance analyst
figure members' confirmed: finance analyst
figure members' pending: finance analyst
figure memberships begun: finance analyst
figure memberships ended: finance analyst
figure messages first answered: finance analyst
figure messages written: finance analyst
figure offers begun: finance analyst
figure order mails taken: finance analyst
figure order mails with facts: finance analyst
figure orders: finance analyst
figure paid out: finance analyst
figure parcel cases arrived: finance analyst
figure parcel cases opened: finance analyst
figure parcel cases refunded: finance analyst
figure parcels added: finance analyst
figure paying members: finance analyst
figure price drops found: finance analyst
figure price drops given back: finance analyst
figure price drops paid: finance analyst
figure rebates paid: finance analyst
figure receipts handed in: finance analyst
figure receipts unreadable: finance analyst
figure trials begun: finance analyst
figure trials converted: finance analyst
figure trials running: finance analyst
file copy: -
file evidence: finance
file gift codes: finance
file month: finance
list balances: support finance
list bookings: support claims finance
list charges: support finance
list disputes: support finance
list mails: support claims
list members: support claims finance
list memberships: support claims finance
list messages: support claims
list orders: support claims finance
list owed: support finance
list parcel cases: support claims finance
list parcels: support claims finance
list payments: support finance
list rebate claims: support claims finance
list refunds: support finance
list watched prices: support claims finance
list withdrawals: support finance
member's activity: support claims
member's charges: support finance
member's clicks: support claims finance
member's coins earned: support claims finance
member's consents: support claims finance
member's gift codes: support finance
member's ledger: support finance
member's limits: support claims finance
member's mails: support claims
member's memberships: support claims finance
member's messages: support claims
member's money by hand: support finance
member's notes: support claims finance
member's offers begun: support claims finance
member's order mails: support claims
member's orders: support claims finance
member's parcels: support claims finance
member's passbook: support
member's payments: support finance
member's rebates: support claims finance
member's receipts: support claims
member's sessions: support claims
member's watched prices: support claims finance
member's withdrawals: support finance
object alarm: catalogue analyst
object balance: support finance
object booking: support claims finance
object canned answer: support
object canned answers: support
object charge: support finance
object click: support claims finance
object coin offer: support claims catalogue content analyst
object coin reward: support claims finance
object coupon: support claims catalogue content analyst
object difference: support finance
object error: catalogue analyst
object held import: support claims catalogue content analyst
object held payout: support finance
object mail: support claims
object mailbox_mail: support claims
object member: support claims finance
object membership: support claims finance
object message: support claims
object offer partner: support claims catalogue content analyst
object offer start: support claims finance
object order: support claims finance
object parcel case: support claims finance
object parcel: support claims finance
object payment: support finance
object programme: support claims catalogue content analyst
object rebate claim: support claims finance
object receipt: support claims
object refund: support finance
object returned address: support claims
object service: support
object session: support claims finance
object store: support claims catalogue content analyst
object transfer: support finance
object watched price: support claims finance
object withdrawal: support finance
queue alarms: catalogue analyst
queue appealed rebates: claims
queue charges: finance
queue differences: finance
queue errors: catalogue analyst
queue funding: support finance
queue held coins: claims
queue held payouts: finance
queue imports: catalogue
queue inbox: catalogue
queue jobs: -
queue messages: support
queue missing coins: claims
queue orders: claims
queue payments: finance
queue purchases: claims
queue rebate claims: claims
queue sampled rebates: claims
`;

let world: World;
const people = new Map<Role, Hired>();
let calls: { method: string; url: string }[];
beforeAll(async () => {
  world = await createWorld();
  for (const role of ROLE_NAMES) people.set(role, await hireOperator(world, `Person ${role}`, [role]));
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
};
const ask = ({ method, url }: { method: string; url: string }, headers: Record<string, string>) =>
  world.app.inject({
    method: method as "GET",
    url,
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
      "audit.csv passkeys passkeys/remove passkeys/start password password/remove password/start people people/link people/off people/on people/roles personal"
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
    if (role === "owner") expect(may, `an owner: ${what}`).toBe(true);
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
      note(`call ${call.method} ${call.url}`, role, code !== "not_allowed" || /decisions/.test(call.url));
    }
  }
  const lines = [...found].map(([what, roles]) => `${what}: ${roles.join(" ") || "-"}`).toSorted();
  expect(lines).toEqual(TABLE.trim().split("\n"));
});
