/** Attacks on alerts of phones: what happens between two phones of one alert, who comes too late, and services that are ill for long. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineLetter } from "#notifications";
import { createAccountCaller, type Session } from "../support/account-calls.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createWorld, type World } from "../support/world.ts";

/** Afternoon in New York, where who has not said otherwise lives. */
const DAY = "2027-03-10T19:42:00Z";

let world: World;
let caller: ReturnType<typeof createAccountCaller>;
beforeAll(async () => {
  world = await createWorld({ at: DAY, expectedErrors: /^$/ });
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

const told = defineLetter("test_attacks_phone", "money", ({ sum }: { sum: string }, _language, publicUrl) => ({
  subject: "S",
  headline: `${sum} from Nike is yours`,
  lead: "You can withdraw it now.",
  button: { label: "Go", href: `${publicUrl}/account/purchase-history` },
}));
type Member = { user_id: string; email: string; session: Session };
const tell = (member: Member, cause: string) =>
  world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause: `attacks-phone-${cause}`,
      recipient: { user_id: member.user_id, email: member.email, name: "N", language: "en", partner: null },
      letter: told({ sum: "$3.12" }),
    }),
  );
const newPhone = async () => (await world.control<{ token: string }>("/apns/phones", {})).token;
const mood = (phone: string, to: string) =>
  world.control(`/apns/phones/${phone}`, { mood: to, since: world.clock.now().toISOString() });
const sentTo = async (phone: string) =>
  (await world.control<{ messages: { payload: { navigate: string } }[] }>(`/apns/messages?token=${phone}`)).messages;
const bind = (session: Session, address: string, zone: string | null = null) =>
  caller.call("POST", "/api/account/push/phone", { service: "apns", address, zone }, { session });
const drop = (session: Session, address: string) =>
  caller.call("POST", "/api/account/push/phone/drop", { service: "apns", address }, { session });
const rowsOf = async (userIds: readonly string[]) =>
  (
    await world.base.handle.pool.query<{ n: number }>(
      "select count(*)::int as n from notifications.subscriptions where user_id = any($1)",
      [userIds],
    )
  ).rows[0]?.n;
async function join(name: string): Promise<Member> {
  const { email, session } = await caller.join(name);
  const { rows } = await world.base.handle.pool.query("select user_id from identity.users where email = $1", [email]);
  return { email, session, user_id: rows[0].user_id };
}
/** A member with so many phones; the last one is told first. */
async function ready(name: string, count: number): Promise<{ member: Member; phones: string[] }> {
  const member = await join(name);
  const phones: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const phone = await newPhone();
    expect((await bind(member.session, phone)).status).toBe(200);
    world.clock.advance({ seconds: 1 });
    phones.push(phone);
  }
  await world.work();
  return { member, phones };
}
async function pushOf(member: Member) {
  const [push] = await world.notifications.pushes.of(member.user_id, 1);
  return push?.push_id ?? "";
}
async function historyOf(member: Member) {
  return (await world.notifications.pushes.read(await pushOf(member)))?.steps.map(({ state }) => state) ?? [];
}
/** As an operator or the law ends it, as far as its sign-ins go. */
const closeAccount = (userId: string) =>
  world.base.handle.pool.query(
    "update identity.sessions set ended_at = now(), end_reason = 'account_closed' where user_id = $1",
    [userId],
  );
/** What happens after the first phone has its alert and before the second is sent one. */
const betweenPhones = (member: Member, happens: () => Promise<unknown>) =>
  whileHeld(
    world,
    (query) => query("lock table notifications.push_copies in exclusive mode"),
    async (waiting) => {
      const sending = pushOf(member).then((id) => world.notifications.pushes.send(id));
      await waiting(1);
      await happens();
      return () => sending;
    },
  );

describe("between two phones of one alert", () => {
  it("the second is signed in by somebody else: what was the first member's never shows there", async () => {
    const { member: ann, phones } = await ready("Ann Abel", 2);
    const kit = await join("Kit Kane");
    await tell(ann, "between-1");
    await betweenPhones(ann, () => bind(kit.session, phones[0] ?? ""));
    expect([await sentTo(phones[1] ?? ""), await sentTo(phones[0] ?? "")].map((sent) => sent.length)).toEqual([1, 0]);
    expect(await historyOf(ann)).toEqual(["queued", "sent"]);
  });

  it.each<[string, (member: Member, phone: string) => Promise<unknown>]>([
    ["is dropped", (member, phone) => drop(member.session, phone)],
    ["is signed out", (member) => caller.call("POST", "/api/logout", {}, { session: member.session })],
    [
      "is not to be told of this any more",
      ({ user_id }) => world.notifications.setList(user_id, "money", "push", false),
    ],
    ["goes with its account", ({ user_id }) => closeAccount(user_id)],
  ])("the second %s: it is told nothing", async (what, happens) => {
    const { member, phones } = await ready(`Bo ${what}`, 2);
    await tell(member, what);
    await betweenPhones(member, () => happens(member, phones[0] ?? ""));
    expect((await sentTo(phones[0] ?? "")).length).toBe(0);
  });

  it("the app tells its address again while Apple says that it is gone: the phone stays", async () => {
    const { member, phones } = await ready("Cy Cole", 1);
    await mood(phones[0] ?? "", "unregistered");
    await tell(member, "again");
    await betweenPhones(member, async () => {
      world.clock.advance({ seconds: 1 });
      await bind(member.session, phones[0] ?? "");
    });
    expect(await rowsOf([member.user_id])).toBe(1);
  });
});

describe("who comes too late", () => {
  it("a phone that tells of itself while its account is closed is not left behind", async () => {
    const member = await join("Eve Eaton");
    const phone = await newPhone();
    await whileHeld(
      world,
      (query) => query("lock table notifications.subscriptions in exclusive mode"),
      async (waiting) => {
        const bound = bind(member.session, phone);
        await waiting(1);
        await closeAccount(member.user_id);
        return () => bound;
      },
    );
    expect(await rowsOf([member.user_id])).toBe(0);
  });

  it("addresses of sign-ins that ended by whatever way are forgotten in the night, also of who is told nothing", async () => {
    const { member } = await ready("Fay Fox", 2);
    const { member: other } = await ready("Guy Gray", 1);
    await closeAccount(member.user_id);
    await world.notifications.pushes.dropOld();
    expect([await rowsOf([member.user_id]), await rowsOf([other.user_id])]).toEqual([0, 1]);
  });

  it("a phone that says its zone never takes back what its member chose in the same moment", async () => {
    const member = await join("Hal Hart");
    const phone = await newPhone();
    const chosen = { ...(await world.notifications.when(member.user_id)), quiet_from: 18, quiet_until: 10 };
    await whileHeld(
      world,
      (query) =>
        query(
          `insert into notifications.preferences (user_id, zone, quiet, quiet_from, quiet_until, digest, shows_details, changed_at)
           values ($1, null, true, 18, 10, 'none', false, now())`,
          [member.user_id],
        ),
      async (waiting) => {
        const bound = bind(member.session, phone, "America/Denver");
        await waiting(1);
        return () => bound;
      },
    );
    expect(await world.notifications.when(member.user_id)).toEqual({ ...chosen, zone: "America/Denver" });
  });
});

describe("a service that is ill for long", () => {
  it("is asked again for two days, by no job that dies, and tells it when it is well", async () => {
    const browser = await world.control<{ token: string; endpoint: string; keys: object }>("/push/browsers", {});
    const { member, phones } = await ready("Ida Ives", 1);
    const asBrowser = { endpoint: browser.endpoint, keys: browser.keys };
    expect((await caller.call("POST", "/api/account/push", asBrowser, { session: member.session })).status).toBe(200);
    await world.control("/fail", { target: "push", mode: "500" });
    await world.notifications.setWhen(member.user_id, {
      ...(await world.notifications.when(member.user_id)),
      quiet: false,
    });
    await tell(member, "ill");
    for (let hours = 0; hours < 20; hours += 1) {
      await world.work();
      await world.advance({ hours: 1 });
    }
    expect(await historyOf(member), "not given up").toEqual(["queued"]);
    await world.control("/fail", { target: "push", mode: "off" });
    await world.advance({ hours: 4 });
    await world.work();
    expect((await historyOf(member)).at(-1)).toBe("sent");
    expect(await sentTo(phones[0] ?? ""), "the other one has it once").toHaveLength(1);
  });
});

it("an address in another spelling is no second browser, and a huge one is no fault of ours", async () => {
  const { endpoint, keys } = await world.control<{ endpoint: string; keys: object }>("/push/browsers", {});
  const eve = await join("Jo Jay");
  const long = Array.from({ length: 1_900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join("");
  for (const other of [
    endpoint.replace("/push/", "/./push/"),
    endpoint.replace("/push/", "/x/../push/"),
    endpoint.replace("http:", "HTTP:"),
    `${endpoint} `,
    `https://fcm.googleapis.com:443/fcm/send/abcdefgh`,
    `https://FCM.googleapis.com/fcm/send/abcdefgh`,
    `https://fcm.googleapis.com/${long}`,
  ]) {
    const answer = await caller.call("POST", "/api/account/push", { endpoint: other, keys }, { session: eve.session });
    expect([answer.status, answer.body.code], other.slice(0, 80)).toEqual([422, "push_service_unknown"]);
  }
  expect(await rowsOf([eve.user_id])).toBe(0);
});
