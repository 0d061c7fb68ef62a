/** Stories of alerts in the phone's app: told like a browser by FCM, once an event, silent at night, gone with the sign-in and the app. */
import { describe, expect, it } from "vitest";
import { PASSWORD, type Session } from "../support/account-calls.ts";
import { type Alerted, openAlertedPhones } from "../support/alerted-phones.ts";

type Sent = {
  message: {
    token: string;
    notification: { title: string; body: string };
    data: { navigate: string };
    android: Record<string, unknown>;
  };
};
const stage = openAlertedPhones();
const { join, tell } = stage;
const newPhone = async () => (await stage.world.control<{ token: string }>("/fcm/phones", {})).token;
const mood = (phone: string, to: string) =>
  stage.world.control(`/fcm/phones/${encodeURIComponent(phone)}`, { mood: to });
const sentTo = async (phone: string) =>
  (await stage.world.control<{ messages: Sent[] }>(`/fcm/messages?token=${encodeURIComponent(phone)}`)).messages.map(
    ({ message }) => message,
  );
const bind = (session: Session | undefined, address: string, zone: string | null = null) =>
  stage.caller.call("POST", "/api/account/push/phone", { service: "fcm", address, zone }, session ? { session } : {});
const drop = (session: Session, address: string) =>
  stage.caller.call("POST", "/api/account/push/phone/drop", { service: "fcm", address }, { session });
const devices = async ({ session }: Alerted) => {
  const { status, body } = await stage.caller.call("GET", "/api/account/push", undefined, { session });
  expect([status, body.phones]).toEqual([200, true]);
  return body.devices;
};
async function ready(name: string): Promise<{ member: Alerted; phone: string }> {
  const member = await join(name);
  const phone = await newPhone();
  expect((await bind(member.session, phone)).status).toBe(200);
  await stage.world.work();
  return { member, phone };
}
async function historyOf(member: Alerted) {
  const [push] = await stage.world.notifications.pushes.of(member.user_id, 1);
  return (push && (await stage.world.notifications.pushes.read(push.push_id))?.steps.map(({ state }) => state)) ?? [];
}

describe("an alert of the app", () => {
  it("comes once an event beside the browser's, says no name and no sum, and leads to its page", async () => {
    const { member, phone } = await ready("Ann Abel");
    const browser = await stage.world.control<{ token: string; endpoint: string; keys: object }>("/push/browsers", {});
    const asBrowser = { endpoint: browser.endpoint, keys: browser.keys };
    expect((await stage.caller.call("POST", "/api/account/push", asBrowser, { session: member.session })).status).toBe(
      200,
    );
    expect(await devices(member)).toBe(2);
    await tell(member, "a1");
    await tell(member, "a1");
    await stage.world.work();
    const [sent, ...none] = await sentTo(phone);
    expect(none).toEqual([]);
    expect(sent).toMatchObject({
      notification: { title: "News about your money", body: "Open your passbook to see it." },
      android: { collapse_key: "money", priority: "NORMAL", ttl: "86400s" },
    });
    // The drawn address of the phone may hold such letters itself.
    expect(JSON.stringify({ ...sent, token: "" })).not.toMatch(/Nike|3\.12|Ann|Abel/);
    const { messages } = await stage.world.control<{ messages: unknown[] }>(`/push/messages?token=${browser.token}`);
    expect(messages).toHaveLength(1);
    const press = await fetch(sent?.data.navigate ?? "", { redirect: "manual" });
    expect([press.status, press.headers.get("location")]).toEqual([303, "/account/purchase-history"]);
    expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);

    await stage.world.notifications.setWhen(member.user_id, {
      ...(await stage.world.notifications.when(member.user_id)),
      shows_details: true,
    });
    await tell(member, "a2");
    await stage.world.work();
    const [second] = await sentTo(phone);
    expect(second?.notification).toEqual({ title: "$3.12 from Nike is yours", body: "You can withdraw it now." });
  });

  it("is not sent of what its member does not want, and waits for the morning of the phone's own zone", async () => {
    const { member, phone } = await ready("Bea Bell");
    await bind(member.session, phone, "America/Los_Angeles");
    expect((await stage.world.notifications.when(member.user_id)).zone).toBe("America/Los_Angeles");
    await stage.world.notifications.setList(member.user_id, "money", "push", false);
    await tell(member, "b0");
    await stage.world.work();
    expect(await historyOf(member)).toEqual([]);
    await stage.world.notifications.setList(member.user_id, "money", "push", true);
    await stage.world.advance({ hours: 10 });
    await tell(member, "b1");
    await stage.world.work();
    expect(await sentTo(phone), "silent at night").toEqual([]);
    await stage.world.advance({ hours: 14 });
    await stage.world.work();
    await stage.world.work();
    expect(await sentTo(phone)).toHaveLength(1);
    expect(await historyOf(member)).toEqual(["queued", "held_quiet", "sent"]);
  });
});

describe("what FCM says", () => {
  it.each(["unregistered", "elsewhere"])("%s: the phone is forgotten, and nobody is asked again", async (said) => {
    const { member, phone } = await ready(`Cy ${said}`);
    await mood(phone, said);
    await tell(member, `c1-${said}`);
    await stage.world.work();
    expect(await historyOf(member)).toEqual(["queued", "pruned"]);
    expect(await devices(member)).toBe(0);
  });

  it("an address that is none is forgotten too", async () => {
    const member = await join("Dee Dale");
    await bind(member.session, "made:up-address_of-nobody-at-all");
    await tell(member, "d1");
    await stage.world.work();
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
    await stage.world.work();
    expect([(await sentTo(phone)).length, (await sentTo(other)).length]).toEqual([1, 0]);
    await mood(other, "takes");
    await stage.world.work();
    expect(await sentTo(other), "asked before its time").toEqual([]);
    await stage.world.advance({ seconds });
    await stage.world.work();
    expect([(await sentTo(phone)).length, (await sentTo(other)).length]).toEqual([1, 1]);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);
  });

  it("broken: it is tried again, and given up when it is old", async () => {
    const { member, phone } = await ready("Fay Fox");
    await mood(phone, "broken");
    await tell(member, "f1");
    await stage.world.work().catch(() => null);
    expect(await historyOf(member)).toEqual(["queued"]);
    const [push] = await stage.world.notifications.pushes.of(member.user_id, 1);
    await stage.world.advance({ days: 2, hours: 1 });
    await stage.world.notifications.pushes.send(push?.push_id ?? "");
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    await stage.world.work().catch(() => null);
  });

  it("an account of ours that is gone: no phone is forgotten, and who runs this is told; a pass that ended early is renewed", async () => {
    const { member, phone } = await ready("Gus Gray");
    await stage.world.control("/fcm/account", { there: true });
    await tell(member, "g1");
    await stage.world.work();
    expect(await sentTo(phone)).toHaveLength(1);
    await stage.world.control("/fcm/account", { there: false });
    await stage.world.advance({ minutes: 1 });
    await tell(member, "g2");
    await stage.world.work();
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    expect(await devices(member)).toBe(1);
    const check = stage.world.operators.checks.find(({ name }) => name === "pushes");
    expect(await check?.look(stage.world.clock.now())).toMatchObject({
      state: "bad",
      line: expect.stringMatching(/FCM_SERVICE_ACCOUNT.*account not found/),
    });
    await stage.world.control("/fcm/account", { there: true });
  });
});

describe("a phone", () => {
  it("belongs to who is signed in there: what waits for one member is never told to the next", async () => {
    const { member: ann, phone } = await ready("Jo Jay");
    await stage.world.advance({ hours: 10 });
    await tell(ann, "j1");
    await stage.world.work();
    const kit = await join("Kit Kane");
    await bind(kit.session, phone);
    await stage.world.advance({ hours: 14 });
    await tell(kit, "k1");
    await stage.world.work();
    const [push] = await stage.world.notifications.pushes.of(kit.user_id, 1);
    expect((await sentTo(phone)).map(({ data }) => data.navigate)).toEqual([
      `${stage.world.productUrl}/n/${push?.push_id}`,
    ]);
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
      stage.caller.call("POST", "/api/account/push/phone/drop", { service: "fcm", address: phone }),
    ])
      expect((await asked).status).toBe(401);
    for (const address of ["https://evil.example/push/send/xxxxxxxxxx", "a b".repeat(20), "ñ".repeat(40)])
      expect((await bind(eve.session, address)).body.code, address).toBe("phone_address_wrong");
    expect((await bind(eve.session, "short")).status).toBe(422);
    const { body } = await stage.caller.call("POST", "/api/account/export", {}, { session: member.session });
    expect((body.notifications as { devices: object[] }).devices).toMatchObject([{ kind: "phone" }]);
    expect(JSON.stringify(body)).not.toContain(phone);
    expect((await drop(member.session, phone)).status).toBe(200);
    expect(await devices(member)).toBe(0);
  });

  it("is told nothing once its sign-in ended, however that ended", async () => {
    const { member, phone } = await ready("Mia Moon");
    expect((await stage.caller.call("POST", "/api/logout", {}, { session: member.session })).status).toBe(200);
    expect(await stage.world.notifications.pushes.devices(member.user_id), "at once").toBe(0);
    const other = await ready("Ned Nash");
    await stage.world.base.handle.pool.query(
      "update identity.sessions set ended_at = now(), end_reason = 'replaced' where user_id = $1",
      [other.member.user_id],
    );
    await tell(other.member, "n1");
    await stage.world.work();
    expect([...(await sentTo(phone)), ...(await sentTo(other.phone))]).toEqual([]);
    expect(await historyOf(other.member)).toEqual(["queued", "pruned"]);
  });

  it("is one of ten devices at most, and goes with its account, whether that is deleted or becomes another's", async () => {
    const { member } = await ready("Ona Oak");
    for (let n = 0; n < 11; n += 1) {
      stage.world.clock.advance({ seconds: 1 });
      await bind(member.session, await newPhone());
    }
    expect(await devices(member)).toBe(10);
    const gone = { password: PASSWORD, give_up: true };
    expect((await stage.caller.call("POST", "/api/account/delete", gone, { session: member.session })).status).toBe(
      200,
    );
    const { member: from, phone } = await ready("Pia Pool");
    const to = await join("Quin Quill");
    await stage.world.identity.merge({ from: from.user_id, to: to.user_id });
    await tell(to, "q1");
    await stage.world.work();
    expect(await sentTo(phone)).toEqual([]);
    const { rows } = await stage.world.base.handle.pool.query(
      "select count(*)::int as n from notifications.subscriptions where user_id = any($1)",
      [[member.user_id, from.user_id, to.user_id]],
    );
    expect(rows[0].n).toBe(0);
  });
});
