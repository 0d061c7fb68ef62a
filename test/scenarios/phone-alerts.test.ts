/** Stories of alerts in the phone's app: told like a browser by FCM, once an event, silent at night, gone with the sign-in and the app. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineLetter } from "#notifications";
import { createAccountCaller, PASSWORD, type Session } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

type Sent = {
  message: {
    token: string;
    notification: { title: string; body: string };
    data: { navigate: string };
    android: Record<string, unknown>;
  };
};
/** Afternoon in New York, where who has not said otherwise lives. */
const DAY = "2027-03-10T19:42:00Z";

let world: World;
let caller: ReturnType<typeof createAccountCaller>;
beforeAll(async () => {
  world = await createWorld({ at: DAY, expectedErrors: /^$/ });
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

const told = defineLetter("test_told_phone", "money", ({ sum }: { sum: string }, _language, publicUrl) => ({
  subject: "S",
  headline: `${sum} from Nike is yours`,
  lead: "You can withdraw it now.",
  button: { label: "Go", href: `${publicUrl}/account/purchase-history` },
}));
type Member = { user_id: string; email: string; session: Session };
const tell = (member: Member, cause: string) =>
  world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause: `phone-${cause}`,
      recipient: { user_id: member.user_id, email: member.email, name: "N", language: "en", partner: null },
      letter: told({ sum: "$3.12" }),
    }),
  );
const newPhone = async () => (await world.control<{ token: string }>("/fcm/phones", {})).token;
const mood = (phone: string, to: string) => world.control(`/fcm/phones/${encodeURIComponent(phone)}`, { mood: to });
const sentTo = async (phone: string) =>
  (await world.control<{ messages: Sent[] }>(`/fcm/messages?token=${encodeURIComponent(phone)}`)).messages.map(
    ({ message }) => message,
  );
const bind = (session: Session | undefined, address: string, zone: string | null = null) =>
  caller.call("POST", "/api/account/push/phone", { service: "fcm", address, zone }, session ? { session } : {});
const drop = (session: Session, address: string) =>
  caller.call("POST", "/api/account/push/phone/drop", { service: "fcm", address }, { session });
const devices = async ({ session }: Member) => {
  const { status, body } = await caller.call("GET", "/api/account/push", undefined, { session });
  expect([status, body.phones]).toEqual([200, true]);
  return body.devices;
};
async function join(name: string): Promise<Member> {
  const { email, session, user_id: shown } = await caller.join(name);
  const { rows } = await world.base.handle.pool.query("select user_id from identity.users where email = $1", [email]);
  expect(shown).toBeTruthy();
  return { email, session, user_id: rows[0].user_id };
}
async function ready(name: string): Promise<{ member: Member; phone: string }> {
  const member = await join(name);
  const phone = await newPhone();
  expect((await bind(member.session, phone)).status).toBe(200);
  await world.work();
  return { member, phone };
}
async function historyOf(member: Member) {
  const [push] = await world.notifications.pushes.of(member.user_id, 1);
  return (push && (await world.notifications.pushes.read(push.push_id))?.steps.map(({ state }) => state)) ?? [];
}

describe("an alert of the app", () => {
  it("comes once an event beside the browser's, says no name and no sum, and leads to its page", async () => {
    const { member, phone } = await ready("Ann Abel");
    const browser = await world.control<{ token: string; endpoint: string; keys: object }>("/push/browsers", {});
    const asBrowser = { endpoint: browser.endpoint, keys: browser.keys };
    expect((await caller.call("POST", "/api/account/push", asBrowser, { session: member.session })).status).toBe(200);
    expect(await devices(member)).toBe(2);
    await tell(member, "a1");
    await tell(member, "a1");
    await world.work();
    const [sent, ...none] = await sentTo(phone);
    expect(none).toEqual([]);
    expect(sent).toMatchObject({
      notification: { title: "News about your money", body: "Open your passbook to see it." },
      android: { collapse_key: "money", priority: "NORMAL", ttl: "86400s" },
    });
    expect(JSON.stringify(sent)).not.toMatch(/Nike|3\.12|Ann|Abel/);
    const { messages } = await world.control<{ messages: unknown[] }>(`/push/messages?token=${browser.token}`);
    expect(messages).toHaveLength(1);
    const press = await fetch(sent?.data.navigate ?? "", { redirect: "manual" });
    expect([press.status, press.headers.get("location")]).toEqual([303, "/account/purchase-history"]);
    expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);

    await world.notifications.setWhen(member.user_id, {
      ...(await world.notifications.when(member.user_id)),
      shows_details: true,
    });
    await tell(member, "a2");
    await world.work();
    const [second] = await sentTo(phone);
    expect(second?.notification).toEqual({ title: "$3.12 from Nike is yours", body: "You can withdraw it now." });
  });

  it("is not sent of what its member does not want, and waits for the morning of the phone's own zone", async () => {
    const { member, phone } = await ready("Bea Bell");
    await bind(member.session, phone, "America/Los_Angeles");
    expect((await world.notifications.when(member.user_id)).zone).toBe("America/Los_Angeles");
    await world.notifications.setList(member.user_id, "money", "push", false);
    await tell(member, "b0");
    await world.work();
    expect(await historyOf(member)).toEqual([]);
    await world.notifications.setList(member.user_id, "money", "push", true);
    await world.advance({ hours: 10 });
    await tell(member, "b1");
    await world.work();
    expect(await sentTo(phone), "silent at night").toEqual([]);
    await world.advance({ hours: 14 });
    await world.work();
    await world.work();
    expect(await sentTo(phone)).toHaveLength(1);
    expect(await historyOf(member)).toEqual(["queued", "held_quiet", "sent"]);
  });
});

describe("what FCM says", () => {
  it.each(["unregistered", "elsewhere"])("%s: the phone is forgotten, and nobody is asked again", async (said) => {
    const { member, phone } = await ready(`Cy ${said}`);
    await mood(phone, said);
    await tell(member, `c1-${said}`);
    await world.work();
    expect(await historyOf(member)).toEqual(["queued", "pruned"]);
    expect(await devices(member)).toBe(0);
  });

  it("an address that is none is forgotten too", async () => {
    const member = await join("Dee Dale");
    await bind(member.session, "made:up-address_of-nobody-at-all");
    await tell(member, "d1");
    await world.work();
    expect([await historyOf(member), await devices(member)]).toEqual([["queued", "pruned"], 0]);
  });

  it.each([
    ["busy", 91],
    ["away", 121],
  ])("%s: it waits as long as it is told, and the phone that took it is not sent it again", async (said, seconds) => {
    const { member, phone } = await ready(`Eve ${said}`);
    const other = await newPhone();
    await bind(member.session, other);
    await mood(other, said);
    await tell(member, `e1-${said}`);
    await world.work();
    expect([(await sentTo(phone)).length, (await sentTo(other)).length]).toEqual([1, 0]);
    await mood(other, "takes");
    await world.work();
    expect(await sentTo(other), "asked before its time").toEqual([]);
    await world.advance({ seconds });
    await world.work();
    expect([(await sentTo(phone)).length, (await sentTo(other)).length]).toEqual([1, 1]);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);
  });

  it("broken: it is tried again, and given up when it is old", async () => {
    const { member, phone } = await ready("Fay Fox");
    await mood(phone, "broken");
    await tell(member, "f1");
    await world.work().catch(() => null);
    expect(await historyOf(member)).toEqual(["queued"]);
    const [push] = await world.notifications.pushes.of(member.user_id, 1);
    await world.advance({ days: 2, hours: 1 });
    await world.notifications.pushes.send(push?.push_id ?? "");
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    await world.work().catch(() => null);
  });

  it("an account of ours that is gone: no phone is forgotten, and who runs this is told; a pass that ended early is renewed", async () => {
    const { member, phone } = await ready("Gus Gray");
    await world.control("/fcm/account", { there: true });
    await tell(member, "g1");
    await world.work();
    expect(await sentTo(phone)).toHaveLength(1);
    await world.control("/fcm/account", { there: false });
    await world.advance({ minutes: 1 });
    await tell(member, "g2");
    await world.work();
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    expect(await devices(member)).toBe(1);
    const check = world.operators.checks.find(({ name }) => name === "pushes");
    expect(await check?.look(world.clock.now())).toMatchObject({
      state: "bad",
      line: expect.stringMatching(/FCM_SERVICE_ACCOUNT.*account not found/),
    });
    await world.control("/fcm/account", { there: true });
  });
});

describe("a phone", () => {
  it("belongs to who is signed in there: what waits for one member is never told to the next", async () => {
    const { member: ann, phone } = await ready("Jo Jay");
    await world.advance({ hours: 10 });
    await tell(ann, "j1");
    await world.work();
    const kit = await join("Kit Kane");
    await bind(kit.session, phone);
    await world.advance({ hours: 14 });
    await tell(kit, "k1");
    await world.work();
    const [push] = await world.notifications.pushes.of(kit.user_id, 1);
    expect((await sentTo(phone)).map(({ data }) => data.navigate)).toEqual([`${world.productUrl}/n/${push?.push_id}`]);
    expect(await historyOf(ann)).toEqual(["queued", "held_quiet", "pruned"]);
    expect([await devices(ann), await devices(kit)]).toEqual([0, 1]);
  });

  it("is ended by nobody else, told to nobody, and not taken from strangers", async () => {
    const { member, phone } = await ready("Lee Lane");
    const eve = await join("Eve Eaves");
    expect((await drop(eve.session, phone)).status).toBe(200);
    expect(await devices(member), "somebody else's stays").toBe(1);
    for (const asked of [
      bind(undefined, phone),
      caller.call("POST", "/api/account/push/phone/drop", { service: "fcm", address: phone }),
    ])
      expect((await asked).status).toBe(401);
    for (const address of ["https://evil.example/push/send/xxxxxxxxxx", "a b".repeat(20), "ñ".repeat(40)])
      expect((await bind(eve.session, address)).body.code, address).toBe("phone_address_wrong");
    expect((await bind(eve.session, "short")).status).toBe(422);
    const { body } = await caller.call("POST", "/api/account/export", {}, { session: member.session });
    expect((body.notifications as { devices: object[] }).devices).toMatchObject([{ kind: "phone" }]);
    expect(JSON.stringify(body)).not.toContain(phone);
    expect((await drop(member.session, phone)).status).toBe(200);
    expect(await devices(member)).toBe(0);
  });

  it("is told nothing once its sign-in ended, however that ended", async () => {
    const { member, phone } = await ready("Mia Moon");
    expect((await caller.call("POST", "/api/logout", {}, { session: member.session })).status).toBe(200);
    expect(await world.notifications.pushes.devices(member.user_id), "at once").toBe(0);
    const other = await ready("Ned Nash");
    await world.base.handle.pool.query(
      "update identity.sessions set ended_at = now(), end_reason = 'replaced' where user_id = $1",
      [other.member.user_id],
    );
    await tell(other.member, "n1");
    await world.work();
    expect([...(await sentTo(phone)), ...(await sentTo(other.phone))]).toEqual([]);
    expect(await historyOf(other.member)).toEqual(["queued", "pruned"]);
  });

  it("is one of ten devices at most, and goes with its account, whether that is deleted or becomes another's", async () => {
    const { member } = await ready("Ona Oak");
    for (let n = 0; n < 11; n += 1) {
      world.clock.advance({ seconds: 1 });
      await bind(member.session, await newPhone());
    }
    expect(await devices(member)).toBe(10);
    const gone = { password: PASSWORD, give_up: true };
    expect((await caller.call("POST", "/api/account/delete", gone, { session: member.session })).status).toBe(200);
    const { member: from, phone } = await ready("Pia Pool");
    const to = await join("Quin Quill");
    await world.identity.merge({ from: from.user_id, to: to.user_id });
    await tell(to, "q1");
    await world.work();
    expect(await sentTo(phone)).toEqual([]);
    const { rows } = await world.base.handle.pool.query(
      "select count(*)::int as n from notifications.subscriptions where user_id = any($1)",
      [[member.user_id, from.user_id, to.user_id]],
    );
    expect(rows[0].n).toBe(0);
  });
});
