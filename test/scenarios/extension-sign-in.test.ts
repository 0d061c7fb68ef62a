/**
 * Stories of the extension's own sign-in: a code that was seen, played back, kept too long or taken elsewhere opens nothing; one that
 * is presented many times at once opens one session; and what it opens is little, and ends with the site's.
 */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSignInAddresses } from "../../src/modules/identity/device-store.ts";
import { readReturnTarget } from "../../src/modules/identity/return-target.ts";
import {
  type AccountCaller,
  createAccountCaller,
  FIREFOX as FIREFOX_ON_WINDOWS,
  IPHONE,
  PASSWORD,
  type Session,
  sessionOf,
} from "../support/account-calls.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createWorld, type World } from "../support/world.ts";

const CHROME = "chrome-extension://ihkcfpbnmeahlfgjbkdcaopelgmnfjtp";
const FIREFOX = "moz-extension://d56a5b99-51b6-4e83-ab23-796216679614";
/** As Safari may name itself in the address that asks, and as it may in the call. */
const SAFARI = "safari-web-extension://3F2504E0-4F89-41D3-9A0C-0305E82C3301";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld();
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

/** What an extension keeps, and what it shows of it. */
function makeAsk(origin = CHROME) {
  const verifier = randomBytes(32).toString("base64url");
  return { origin, verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
type Ask = ReturnType<typeof makeAsk>;

/** The member's press on our page. */
async function agree(session: Session, { origin, challenge }: Ask): Promise<string> {
  const member = await world.identity.authenticate(session.token, session.bind);
  if (!member) throw new Error("nobody is signed in");
  return world.identity.extensionCode(member, { origin, challenge });
}

let last = 0;
async function exchange(
  code: string,
  ask: { origin?: string; verifier?: string },
  more: Record<string, string> = {},
  query = "",
) {
  last += 1;
  const answer = await world.app.inject({
    ...{ method: "POST", url: `/ext/tuppence/session${query}`, remoteAddress: `198.18.${last >> 8}.${last & 255}` },
    payload: { code, ...(ask.verifier !== undefined && { verifier: ask.verifier }) },
    headers: { ...(ask.origin !== undefined && { origin: ask.origin }), "sec-fetch-site": "none", ...more },
  });
  const body = answer.json<{ code?: string; message?: string; login_token: string; bind_secret: string }>();
  return {
    ...{ status: answer.statusCode, code: body.code, message: body.message, cookies: answer.cookies },
    session: { token: body.login_token, bind: body.bind_secret },
  };
}
const opens = (session: Session) => caller.summary(session);

/** How many sessions an extension of this member has that hold. */
async function held(email: string): Promise<number> {
  const { rows } = await world.base.handle.pool.query(
    `select count(*)::int as n from identity.sessions s join identity.users u using (user_id)
     where u.email = $1 and s.parent_id is not null and s.ended_at is null`,
    [email],
  );
  return rows[0].n;
}

async function signOthersOut(session: Session): Promise<void> {
  const ended = await caller.call("DELETE", "/api/account/sessions/others", undefined, { session });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
}

async function changePassword(session: Session): Promise<void> {
  const password = "seven other kettles hum";
  const passwords = { current_password: PASSWORD, password, password_confirmation: password };
  const changed = await caller.call("POST", "/api/account/password", passwords, { session });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
}

it("signs the extension in by a code and its verifier, in both browsers, and sets no cookie", async () => {
  const { session } = await caller.join("Xenia Extension");
  for (const origin of [CHROME, FIREFOX]) {
    const ask = makeAsk(origin);
    const told = await exchange(await agree(session, ask), ask);
    expect(told).toMatchObject({ status: 200, cookies: [] });
    expect(await opens(told.session)).toBe(200);
    // The token is the extension's own, and opens nothing by the site's binding.
    expect(await opens({ token: told.session.token, bind: session.bind })).toBe(401);
  }
});

it("signs in Safari's extension of this installation, and none of another, of a look-alike or of a page", async () => {
  const { session } = await caller.join("Sara Safari");
  const bound = readReturnTarget(`${SAFARI}/`, { publicUrl: "https://x.example", scheme: "x", extensionIds: ["x"] });
  const origin = bound?.kind === "extension" ? bound.origin : "";
  for (const named of [SAFARI, SAFARI.toLowerCase()]) {
    const ask = makeAsk(origin);
    const told = await exchange(await agree(session, ask), { ...ask, origin: named });
    expect(told).toMatchObject({ status: 200, cookies: [] });
    expect(await opens(told.session)).toBe(200);
  }
  const others = [
    SAFARI.replace("3F", "3E"),
    `${SAFARI}/`,
    `${SAFARI}:443`,
    `${SAFARI}.evil.example`,
    SAFARI.replace("safari-web-extension", "safari-extension"),
    SAFARI.replace("safari-web-extension", "moz-extension").toLowerCase(),
    SAFARI.replace("safari", "SAFARI"),
    CHROME,
    "null",
    undefined,
  ];
  for (const other of others) {
    const ask = makeAsk(origin);
    const told = await exchange(await agree(session, ask), {
      verifier: ask.verifier,
      ...(other !== undefined && { origin: other }),
    });
    // Of what is no extension's origin our calls do not even read the code.
    const isExtension = other === undefined || /^(?:chrome|moz|safari-web)-extension:/.test(other);
    const code = isExtension ? "extension_code_elsewhere" : "foreign_origin";
    expect([other, told.status, told.code]).toEqual([other, 403, code]);
  }
  // Whose page it was asked by is no proof: without the verifier, which never left the extension, the right origin opens nothing.
  const ask = makeAsk(origin);
  const stolen = await exchange(await agree(session, ask), { origin: SAFARI, verifier: makeAsk().verifier });
  expect(stolen).toMatchObject({ status: 403, code: "extension_code_unproven" });
});

it("refuses a code that was used, in words of both languages", async () => {
  const { session } = await caller.join("Rita Replay");
  const ask = makeAsk();
  const code = await agree(session, ask);
  const first = await exchange(code, ask);
  expect(first.status).toBe(200);
  expect(await exchange(code, ask)).toMatchObject({ status: 410, code: "extension_code_used" });
  expect((await exchange(code, ask)).message).toMatch(/^This sign-in was used already\./);
  expect((await exchange(code, ask, {}, "?lang=es")).message).toMatch(/^Este inicio de sesión ya se usó\./);
  expect(await opens(first.session)).toBe(200);
});

it("refuses who has the code and not its verifier, and the code is used up by the try", async () => {
  const { session } = await caller.join("Thea Theft");
  for (const wrong of [makeAsk().verifier, undefined, "", "short", "x".repeat(200)]) {
    const ask = makeAsk();
    const code = await agree(session, ask);
    const thief = await exchange(code, { origin: ask.origin, ...(wrong !== undefined && { verifier: wrong }) });
    expect([wrong, thief.status, thief.code]).toEqual([wrong, 403, "extension_code_unproven"]);
    expect(await exchange(code, ask)).toMatchObject({ status: 410, code: "extension_code_used" });
  }
  // The challenge stands in an address, and is no verifier.
  const ask = makeAsk();
  const code = await agree(session, ask);
  expect(await exchange(code, { ...ask, verifier: ask.challenge })).toMatchObject({ code: "extension_code_unproven" });
});

it("refuses another origin than the one that asked, a page's, and none", async () => {
  const { session } = await caller.join("Otto Other");
  const others = ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", FIREFOX, undefined];
  for (const origin of others) {
    const ask = makeAsk();
    const code = await agree(session, ask);
    const told = await exchange(code, { verifier: ask.verifier, ...(origin !== undefined && { origin }) });
    expect([origin, told.status, told.code]).toEqual([origin, 403, "extension_code_elsewhere"]);
  }
  const ask = makeAsk();
  const code = await agree(session, ask);
  const page = await exchange(code, { ...ask, origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" });
  expect(page).toMatchObject({ status: 403, code: "foreign_origin" });
  // Cookies never go along with it.
  const cookie = `${world.identity.cookieName}=${session.token}; tp_bind=${session.bind}`;
  expect(await exchange(code, ask, { cookie })).toMatchObject({ status: 403, code: "foreign_origin" });
  expect((await exchange(code, ask)).status).toBe(200);
});

it("refuses a code that is five minutes old, and one that is none", async () => {
  const { session } = await caller.join("Lena Late");
  const [early, late] = [makeAsk(), makeAsk()];
  const codes = [await agree(session, early), await agree(session, late)] as const;
  await world.advance({ minutes: 4, seconds: 59 });
  expect((await exchange(codes[0], early)).status).toBe(200);
  await world.advance({ seconds: 1 });
  expect(await exchange(codes[1], late)).toMatchObject({ status: 410, code: "extension_code_expired" });
  for (const code of ["x", randomBytes(32).toString("base64url"), session.token.slice(0, 100), early.challenge])
    expect(await exchange(code, early)).toMatchObject({ status: 404, code: "extension_code_unknown" });
});

it("opens exactly one session for one code, however many bring it at once", async () => {
  const { session, email } = await caller.join("Paul Parallel");
  const ask = makeAsk();
  const code = await agree(session, ask);
  const all = await Promise.all(Array.from({ length: 12 }, () => exchange(code, ask)));
  expect(all.filter(({ status }) => status === 200).length).toBe(1);
  expect(all.filter((one) => one.code === "extension_code_used").length).toBe(11);
  expect(await held(email)).toBe(1);
});

it("has one session a browser: the next ends the one before", async () => {
  const { session, email } = await caller.join("Nora Next");
  const [one, two] = [makeAsk(), makeAsk()];
  const first = await exchange(await agree(session, one), one);
  const second = await exchange(await agree(session, two), two);
  expect([await opens(first.session), await opens(second.session)]).toEqual([401, 200]);
  expect(await held(email)).toBe(1);
});

it("has one session a browser, though codes of it are brought at once", async () => {
  const { session, email } = await caller.join("Mona Many");
  const { session_id } = (await world.identity.authenticate(session.token, session.bind)) ?? {};
  const asks = [makeAsk(), makeAsk(), makeAsk()];
  const codes = await Promise.all(asks.map((ask) => agree(session, ask)));
  const told = await whileHeld(
    world,
    (query) => query("select 1 from identity.sessions where session_id = $1 for update", [session_id]),
    async (waiting) => {
      const all = asks.map((ask, n) => exchange(codes[n] ?? "", ask));
      await waiting(all.length);
      return () => Promise.all(all);
    },
  );
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await held(email)).toBe(1);
  const opened = await Promise.all(told.map((one) => opens(one.session)));
  expect(opened.filter((status) => status === 200)).toHaveLength(1);
});

it("opens nothing by a code that was on its way when its member signed the others out or chose a new password", async () => {
  const { session, email } = await caller.join("Clea Closes");
  for (const close of [signOthersOut, changePassword]) {
    const ask = makeAsk();
    const code = await agree(session, ask);
    await close(session);
    expect(await exchange(code, ask)).toMatchObject({ status: 410, code: "extension_code_used" });
    expect(await held(email)).toBe(0);
  }
});

it("leaves no session to a code that is brought while its member closes the doors", async () => {
  const { session, email, user_id } = await caller.join("Rhea Races");
  const holdMember = (query: (text: string, values: unknown[]) => Promise<unknown>) =>
    query("select 1 from identity.users where user_id = $1 for no key update", [user_id]);

  const ask = makeAsk();
  const code = await agree(session, ask);
  await whileHeld(world, holdMember, async (waiting) => {
    const brought = exchange(code, ask);
    await waiting(1);
    await signOthersOut(session);
    return () => brought;
  });
  expect(await held(email)).toBe(0);

  const later = makeAsk();
  const second = await agree(session, later);
  await whileHeld(world, holdMember, async (waiting) => {
    const changed = changePassword(session);
    await waiting(1);
    const brought = exchange(second, later);
    await waiting(2);
    return () => Promise.all([changed, brought]);
  });
  expect(await held(email)).toBe(0);
});

it("signs in as whoever agreed, whoever is signed in by then", async () => {
  const [ann, ben] = [await caller.join("Ann Agrees"), await caller.join("Ben Beside")];
  const ask = makeAsk();
  const code = await agree(ann.session, ask);
  // Ann leaves before the extension comes; in the same browser Ben is signed in now.
  await caller.call("POST", "/api/logout", undefined, { session: ann.session });
  expect(await exchange(code, ask)).toMatchObject({ status: 401, code: "extension_signed_out" });
  const again = makeAsk();
  const told = await exchange(await agree(ben.session, again), again);
  const stores = await caller.call("GET", "/api/user/favourites", undefined, { session: told.session });
  expect(stores.status).toBe(200);
  expect([await held(ann.email), await held(ben.email)]).toEqual([0, 1]);
});

it("tells its member where a code was brought from elsewhere, and makes neither device nor network known by it", async () => {
  const { session, email, user_id } = await caller.join("Dora Device");
  await world.advance({ hours: 2 });
  const letters = async () => {
    await world.work();
    return (await world.mails(email)).filter((subject) => subject === "A new device signed in");
  };
  const bring = async (agent: string) => {
    const ask = makeAsk();
    expect((await exchange(await agree(session, ask), ask, { "user-agent": agent })).status).toBe(200);
  };
  await bring(FIREFOX_ON_WINDOWS);
  expect(await letters(), "where the site is signed in too").toHaveLength(0);
  await bring(IPHONE);
  expect(await letters()).toHaveLength(1);
  const { mails } = await world.control<{ mails: { text: string }[] }>(`/mails?to=${encodeURIComponent(email)}`);
  expect(mails.some(({ text }) => text.includes("The extension in Safari on iPhone"))).toBe(true);
  await caller.logIn(email, PASSWORD, { agent: IPHONE });
  expect(await letters(), "the code made no device known").toHaveLength(2);

  const networks = await readSignInAddresses(world.base.handle.db, user_id, new Date(0));
  expect(networks).toHaveLength(2);
  expect(
    networks.filter((address) => address.startsWith("198.18.")),
    "of exchanges",
  ).toEqual([]);
});

it("is signed out with the site, by its own line among the sessions, and by a new password", async () => {
  const { session, email } = await caller.join("Sam Signs-Out");
  const signIn = async (site: Session) => {
    const ask = makeAsk();
    return (await exchange(await agree(site, ask), ask)).session;
  };
  const first = await signIn(session);
  expect(await opens(first)).toBe(200);
  await caller.call("POST", "/api/logout", undefined, { session });
  expect(await opens(first)).toBe(401);

  const back = sessionOf(await caller.logIn(email, PASSWORD));
  const second = await signIn(back);
  type Line = { session_id: string; device: string; current: boolean };
  const list = await caller.call("GET", "/api/account/sessions", undefined, { session: back });
  const line = (list.body.sessions as Line[]).find(({ device }) => device.startsWith("The extension in"));
  expect(line).toMatchObject({ current: false });
  await caller.call("DELETE", `/api/account/sessions/${line?.session_id}`, undefined, { session: back });
  expect([await opens(second), await opens(back)]).toEqual([401, 200]);

  const third = await signIn(back);
  await signOthersOut(back);
  expect([await opens(third), await opens(back)]).toEqual([401, 200]);

  const fourth = await signIn(back);
  await changePassword(back);
  expect(await opens(fourth)).toBe(401);
});

it("opens what the popup shows and chooses, and nothing else of an account, by no other way of sending it", async () => {
  const { session } = await caller.join("Lea Least");
  const ask = makeAsk();
  const own = (await exchange(await agree(session, ask), ask)).session;
  const open = ["/api/user/summary", "/api/user/favourites"];
  const shut = ["/api/account/sessions", "/api/user/orders.csv", "/api/linked-accounts/accounts"];
  for (const path of open) expect((await caller.call("GET", path, undefined, { session: own })).status, path).toBe(200);
  for (const path of shut) expect((await caller.call("GET", path, undefined, { session: own })).status, path).toBe(401);
  expect((await caller.call("POST", "/api/account/export", {}, { session: own })).status).toBe(401);
  // As the site's own cookies it opens nothing at all, and it cannot be made anew.
  const cookie = `${world.identity.cookieName}=${own.token}; tp_bind=${own.bind}`;
  expect((await caller.call("GET", "/api/account/sessions", undefined, { cookie })).status).toBe(401);
  for (const path of ["/api/refresh", "/api/sync-token"])
    expect((await caller.call("POST", path, {}, { cookie, session: own })).body).toMatchObject({ success: false });
  // Nor does it agree to another.
  expect(await world.identity.authenticate(own.token, own.bind)).toBe(null);
});

it("ends on the day of the site's session, and is forgotten as a code a day later", async () => {
  const { session } = await caller.join("Edda Ends");
  const ask = makeAsk();
  await world.advance({ days: 300 });
  const own = (await exchange(await agree(session, ask), ask)).session;
  await world.advance({ days: 64, hours: 23 });
  expect(await opens(own)).toBe(200);
  await world.advance({ hours: 1 });
  expect(await opens(own)).toBe(401);
  await world.identity.tidy();
  const { rows } = await world.base.handle.pool.query("select count(*)::int as n from identity.extension_codes");
  expect(rows[0].n).toBe(0);
});
