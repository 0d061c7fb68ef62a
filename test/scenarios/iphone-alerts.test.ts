/** Stories of alerts in the app on iPhones: told by Apple like a browser, once an event, silent at night, gone with the sign-in and the app. */
import { describe, expect, it } from "vitest";
import { createAccountCaller, type Session } from "../support/account-calls.ts";
import { AFTERNOON, type Alerted, openAlertedPhones } from "../support/alerted-phones.ts";
import { createWorld } from "../support/world.ts";

type Sent = {
  headers: Record<string, string>;
  payload: { aps: { alert: { title: string; body: string }; sound?: string }; navigate: string };
};
const stage = openAlertedPhones();
const { join, tell } = stage;
const newPhone = async () => (await stage.world.control<{ token: string }>("/apns/phones", {})).token;
const mood = (phone: string, to: string, since?: Date) =>
  stage.world.control(`/apns/phones/${phone}`, { mood: to, ...(since && { since: since.toISOString() }) });
const read = (phone: string) =>
  stage.world.control<{ connections: number; messages: Sent[] }>(`/apns/messages?token=${phone}`);
const sentTo = async (phone: string) => (await read(phone)).messages;
const bind = (session: Session | undefined, address: string, service = "apns") =>
  stage.caller.call("POST", "/api/account/push/phone", { service, address, zone: null }, session ? { session } : {});
const drop = (session: Session, address: string) =>
  stage.caller.call("POST", "/api/account/push/phone/drop", { service: "apns", address }, { session });
const devices = (member: Alerted) => stage.world.notifications.pushes.devices(member.user_id);
async function ready(name: string): Promise<{ member: Alerted; phone: string }> {
  const member = await join(name);
  const phone = await newPhone();
  // The plugin writes bytes in capital letters.
  expect((await bind(member.session, phone.toUpperCase())).status).toBe(200);
  await stage.world.work();
  return { member, phone };
}
async function historyOf(member: Alerted) {
  const [push] = await stage.world.notifications.pushes.of(member.user_id, 1);
  return (push && (await stage.world.notifications.pushes.read(push.push_id))?.steps.map(({ state }) => state)) ?? [];
}
const look = async () =>
  stage.world.operators.checks.find(({ name }) => name === "pushes")?.look(stage.world.clock.now());

describe("an alert of the app on an iPhone", () => {
  it("comes once an event beside an Android's, says no name and no sum, and leads to its page", async () => {
    const { member, phone } = await ready("Ann Abel");
    const android = (await stage.world.control<{ token: string }>("/fcm/phones", {})).token;
    expect((await bind(member.session, android, "fcm")).status).toBe(200);
    const { body } = await stage.caller.call("GET", "/api/account/push", undefined, { session: member.session });
    expect([body.phones, body.iphones, body.devices]).toEqual([true, true, 2]);
    await tell(member, "a1");
    await tell(member, "a1");
    await stage.world.work();
    const [sent, ...none] = await sentTo(phone);
    expect(none).toEqual([]);
    const [push] = await stage.world.notifications.pushes.of(member.user_id, 1);
    expect(sent).toMatchObject({
      headers: {
        "apns-topic": "example.tuppence.app",
        "apns-push-type": "alert",
        "apns-priority": "10",
        "apns-expiration": String(Math.floor(stage.world.clock.now().getTime() / 1_000) + 86_400),
        "apns-collapse-id": push?.push_id,
      },
      payload: {
        aps: { alert: { title: "News about your money", body: "Open your passbook to see it." } },
        navigate: `${stage.world.productUrl}/n/${push?.push_id}`,
      },
    });
    // The hour at which it was sent may hold such a figure itself.
    expect(JSON.stringify(sent?.payload)).not.toMatch(/Nike|3\.12|Ann|Abel/);
    const fcm = await stage.world.control<{ messages: { message: { data: object } }[] }>(
      `/fcm/messages?token=${encodeURIComponent(android)}`,
    );
    expect(fcm.messages.map(({ message }) => message.data)).toEqual([{ navigate: sent?.payload.navigate }]);
    const press = await fetch(sent?.payload.navigate ?? "", { redirect: "manual" });
    expect([press.status, press.headers.get("location")]).toEqual([303, "/account/purchase-history"]);
    expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);
  });

  it("waits for the morning, and comes by one connection however many there are", async () => {
    const { member, phone } = await ready("Bea Bell");
    await stage.world.advance({ hours: 10 });
    await tell(member, "b1");
    await tell(member, "b2");
    await stage.world.work();
    expect(await sentTo(phone), "silent at night").toEqual([]);
    await stage.world.advance({ hours: 14 });
    await stage.world.work();
    await stage.world.work();
    const { messages, connections } = await read(phone);
    expect([messages.length, connections]).toEqual([2, 1]);
    expect(new Set(messages.map(({ headers }) => headers["apns-collapse-id"])).size, "two events are two").toBe(2);
    await stage.world.control("/apns/goodbye", {});
    await tell(member, "b3");
    await stage.world.work();
    expect(await sentTo(phone), "also after Apple said goodbye").toHaveLength(3);
  });
});

describe("what Apple says", () => {
  it.each(["unregistered", "expired", "elsewhere"])(
    "%s: the phone is forgotten, and nobody is asked again",
    async (said) => {
      const { member, phone } = await ready(`Cy ${said}`);
      stage.world.clock.advance({ seconds: 1 });
      await mood(phone, said, stage.world.clock.now());
      await tell(member, `c-${said}`);
      await stage.world.work();
      expect([await historyOf(member), await devices(member)]).toEqual([["queued", "pruned"], 0]);
    },
  );

  it("of an address before the app told it again: the phone stays", async () => {
    const { member, phone } = await ready("Cora Cole");
    await mood(phone, "unregistered", new Date(stage.world.clock.now().getTime() - 60_000));
    await tell(member, "c-old");
    await stage.world.work();
    expect([await historyOf(member), await devices(member)]).toEqual([["queued", "failed"], 1]);
    await mood(phone, "takes");
    stage.world.clock.advance({ minutes: 1 });
    await tell(member, "c-new");
    await stage.world.work();
    expect(await historyOf(member)).toEqual(["queued", "sent"]);
  });

  it("an address that is none is forgotten too", async () => {
    const member = await join("Dee Dale");
    await bind(member.session, "0f".repeat(32));
    await tell(member, "d1");
    await stage.world.work();
    expect([await historyOf(member), await devices(member)]).toEqual([["queued", "pruned"], 0]);
  });

  it.each([
    ["busy", 61],
    ["away", 901],
    ["broken", 901],
  ])("%s: it waits, and the phone that took it is not sent it again", async (said, seconds) => {
    const { member, phone } = await ready(`Eve ${said}`);
    const other = await newPhone();
    await bind(member.session, other);
    await mood(other, said);
    await tell(member, `e-${said}`);
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

  it("our key is not known: no phone is forgotten, and who runs this is told", async () => {
    const { member, phone } = await ready("Gus Gray");
    await stage.world.control("/apns/key", { there: false });
    await tell(member, "g1");
    await stage.world.work();
    expect([await historyOf(member), await devices(member)]).toEqual([["queued", "failed"], 1]);
    expect(await look()).toMatchObject({
      state: "bad",
      line: expect.stringMatching(/APNS_KEY.*403 InvalidProviderToken/),
    });
    await stage.world.control("/apns/key", { there: true });
    await tell(member, "g2");
    await stage.world.work();
    expect(await sentTo(phone)).toHaveLength(1);
  });
});

describe("an iPhone", () => {
  it("belongs to who is signed in there, and is told nothing of who was", async () => {
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
    expect((await sentTo(phone)).map(({ payload }) => payload.navigate)).toEqual([
      `${stage.world.productUrl}/n/${push?.push_id}`,
    ]);
    expect(await historyOf(ann)).toEqual(["queued", "held_quiet", "pruned"]);
    expect((await stage.caller.call("POST", "/api/logout", {}, { session: kit.session })).status).toBe(200);
    expect(await devices(kit), "gone with the sign-in").toBe(0);
  });

  it("is one of ten devices at most, ended by its member alone, and told to nobody", async () => {
    const { member, phone } = await ready("Lee Lane");
    const eve = await join("Eve Eaves");
    expect((await drop(eve.session, phone)).status).toBe(200);
    expect(await devices(member), "somebody else's stays").toBe(1);
    const { body } = await stage.caller.call("POST", "/api/account/export", {}, { session: member.session });
    expect((body.notifications as { devices: object[] }).devices).toMatchObject([{ kind: "iphone" }]);
    expect(JSON.stringify(body).toLowerCase()).not.toContain(phone);
    expect((await drop(member.session, phone.toUpperCase())).status).toBe(200);
    expect(await devices(member)).toBe(0);
    for (let n = 0; n < 11; n += 1) {
      stage.world.clock.advance({ seconds: 1 });
      await bind(member.session, await newPhone());
    }
    expect(await devices(member)).toBe(10);
  });

  it("is never told by the service of another: each takes its own addresses alone", async () => {
    const eve = await join("Eve Eaton");
    const android = (await stage.world.control<{ token: string }>("/fcm/phones", {})).token;
    for (const [address, service] of [
      [await newPhone(), "fcm"],
      [(await newPhone()).toUpperCase(), "fcm"],
      [android, "apns"],
      ["abc".repeat(21), "apns"],
      ["https://evil.example/push/send/xxxxxxxxxx", "apns"],
    ] as const)
      expect((await bind(eve.session, address, service)).body.code, address).toBe("phone_address_wrong");
    expect((await bind(eve.session, await newPhone(), "web")).status).toBe(422);
    expect((await bind(undefined, await newPhone())).status).toBe(401);
    expect(await devices(eve)).toBe(0);
  });
});

it("is offered nowhere without a key, while Android is", async () => {
  const plain = await createWorld({ at: AFTERNOON, expectedErrors: /^$/, environment: { APNS_KEY: "off" } });
  const there = createAccountCaller(plain);
  const { session } = await there.join("Ona Oak");
  const { body } = await there.call("GET", "/api/account/push", undefined, { session });
  expect([body.phones, body.iphones]).toEqual([true, false]);
  const told = { service: "apns", address: "0f".repeat(32), zone: null };
  expect((await there.call("POST", "/api/account/push/phone", told, { session })).body.code).toBe("pushes_off");
  const check = plain.operators.checks.find(({ name }) => name === "pushes");
  expect(await check?.look(plain.clock.now())).toMatchObject({ line: expect.stringContaining("APNS_KEY=off") });
  await plain.close();
});
