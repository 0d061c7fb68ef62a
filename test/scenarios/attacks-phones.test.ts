/** Attacks on alerts of phones: what happens between two phones of one alert, who comes too late, and services that are ill for long. */
import { describe, expect, it } from "vitest";
import type { Session } from "../support/account-calls.ts";
import { type Alerted, openAlertedPhones } from "../support/alerted-phones.ts";
import { whileHeld } from "../support/held-lock.ts";

const stage = openAlertedPhones();
const { join, tell } = stage;
const newPhone = async () => (await stage.world.control<{ token: string }>("/apns/phones", {})).token;
const mood = (phone: string, to: string) =>
  stage.world.control(`/apns/phones/${phone}`, { mood: to, since: stage.world.clock.now().toISOString() });
const sentTo = async (phone: string) =>
  (await stage.world.control<{ messages: { payload: { navigate: string } }[] }>(`/apns/messages?token=${phone}`))
    .messages;
const bind = (session: Session, address: string, zone: string | null = null) =>
  stage.caller.call("POST", "/api/account/push/phone", { service: "apns", address, zone }, { session });
const drop = (session: Session, address: string) =>
  stage.caller.call("POST", "/api/account/push/phone/drop", { service: "apns", address }, { session });
const rowsOf = async (userIds: readonly string[]) =>
  (
    await stage.world.base.handle.pool.query<{ n: number }>(
      "select count(*)::int as n from notifications.subscriptions where user_id = any($1)",
      [userIds],
    )
  ).rows[0]?.n;
/** A member with so many phones; the last one is told first. */
async function ready(name: string, count: number): Promise<{ member: Alerted; phones: string[] }> {
  const member = await join(name);
  const phones: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const phone = await newPhone();
    expect((await bind(member.session, phone)).status).toBe(200);
    stage.world.clock.advance({ seconds: 1 });
    phones.push(phone);
  }
  await stage.world.work();
  return { member, phones };
}
async function pushOf(member: Alerted) {
  const [push] = await stage.world.notifications.pushes.of(member.user_id, 1);
  return push?.push_id ?? "";
}
async function historyOf(member: Alerted) {
  return (await stage.world.notifications.pushes.read(await pushOf(member)))?.steps.map(({ state }) => state) ?? [];
}
/** As an operator or the law ends it, as far as its sign-ins go. */
const closeAccount = (userId: string) =>
  stage.world.base.handle.pool.query(
    "update identity.sessions set ended_at = now(), end_reason = 'account_closed' where user_id = $1",
    [userId],
  );
/** What happens after the first phone has its alert and before the second is sent one. */
const betweenPhones = (member: Alerted, happens: () => Promise<unknown>) =>
  whileHeld(
    stage.world,
    (query) => query("lock table notifications.push_copies in exclusive mode"),
    async (waiting) => {
      const sending = pushOf(member).then((id) => stage.world.notifications.pushes.send(id));
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

  it.each<[string, (member: Alerted, phone: string) => Promise<unknown>]>([
    ["is dropped", (member, phone) => drop(member.session, phone)],
    [
      "is needless after a press on the first",
      async (member) => stage.world.notifications.pushes.clicked(await pushOf(member), null),
    ],
    ["is signed out", (member) => stage.caller.call("POST", "/api/logout", {}, { session: member.session })],
    [
      "is not to be told of this any more",
      ({ user_id }) => stage.world.notifications.setList(user_id, "money", "push", false),
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
      stage.world.clock.advance({ seconds: 1 });
      await bind(member.session, phones[0] ?? "");
    });
    expect(await rowsOf([member.user_id])).toBe(1);
  });
});

it("an alert that a browser shows for the member before leads who is signed in there to their own, and counts for nobody", async () => {
  const { member } = await ready("Ike Ives", 1);
  const next = await join("Jan Jost");
  await tell(member, "shared");
  await stage.world.work();
  const address = `${stage.world.productUrl}/n/${await pushOf(member)}`;
  const press = async (session: Session) => {
    const cookie = `${stage.world.identity.cookieName}=${session.token}; tp_bind=${session.bind}`;
    const reply = await fetch(address, { redirect: "manual", headers: { cookie } });
    return reply.headers.get("location");
  };
  expect(await press(next.session)).toBe("/account/notifications");
  expect(await historyOf(member)).toEqual(["queued", "sent"]);
  expect(await press(member.session)).toBe("/account/purchase-history");
  expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);
});

describe("who comes too late", () => {
  it("a phone that tells of itself while its account is closed is not left behind", async () => {
    const member = await join("Eve Eaton");
    const phone = await newPhone();
    await whileHeld(
      stage.world,
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
    await stage.world.notifications.pushes.dropOld();
    expect([await rowsOf([member.user_id]), await rowsOf([other.user_id])]).toEqual([0, 1]);
  });

  it("a phone that says its zone never takes back what its member chose in the same moment", async () => {
    const member = await join("Hal Hart");
    const phone = await newPhone();
    const chosen = { ...(await stage.world.notifications.when(member.user_id)), quiet_from: 18, quiet_until: 10 };
    await whileHeld(
      stage.world,
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
    expect(await stage.world.notifications.when(member.user_id)).toEqual({ ...chosen, zone: "America/Denver" });
  });
});

describe("a service that is ill for long", () => {
  it("is asked again for two days, by no job that dies, and tells it when it is well", async () => {
    const browser = await stage.world.control<{ token: string; endpoint: string; keys: object }>("/push/browsers", {});
    const { member, phones } = await ready("Ida Ives", 1);
    const asBrowser = { endpoint: browser.endpoint, keys: browser.keys };
    expect((await stage.caller.call("POST", "/api/account/push", asBrowser, { session: member.session })).status).toBe(
      200,
    );
    await stage.world.control("/fail", { target: "push", mode: "500" });
    await stage.world.notifications.setWhen(member.user_id, {
      ...(await stage.world.notifications.when(member.user_id)),
      quiet: false,
    });
    await tell(member, "ill");
    for (let hours = 0; hours < 20; hours += 1) {
      await stage.world.work();
      await stage.world.advance({ hours: 1 });
    }
    expect(await historyOf(member), "not given up").toEqual(["queued"]);
    await stage.world.control("/fail", { target: "push", mode: "off" });
    await stage.world.advance({ hours: 4 });
    await stage.world.work();
    expect((await historyOf(member)).at(-1)).toBe("sent");
    expect(await sentTo(phones[0] ?? ""), "the other one has it once").toHaveLength(1);
  });
});

it("an address in another spelling is no second browser, and a huge one is no fault of ours", async () => {
  const { endpoint, keys } = await stage.world.control<{ endpoint: string; keys: object }>("/push/browsers", {});
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
    const answer = await stage.caller.call(
      "POST",
      "/api/account/push",
      { endpoint: other, keys },
      { session: eve.session },
    );
    expect([answer.status, answer.body.code], other.slice(0, 80)).toEqual([422, "push_service_unknown"]);
  }
  expect(await rowsOf([eve.user_id])).toBe(0);
});
