/** Stories of pushes: encrypted for one browser and read by it, once an event, silent at night, gone with the sign-in and the browser. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testLetter } from "../support/told.ts";
import { createWorld, type World } from "../support/world.ts";

type Member = Awaited<ReturnType<World["member"]>>;
type Pushed = {
  token: string;
  topic: string;
  ttl: number;
  urgency: string;
  bytes: number;
  payload: { web_push: number; notification: Record<string, string> };
};
/** Afternoon in New York, where who has not said otherwise lives. */
const DAY = "2027-03-10T19:42:00Z";

let world: World;
beforeEach(async () => {
  world = await createWorld({ at: DAY, expectedErrors: /^$/ });
});
afterEach(() => world.close());

const told = testLetter("money", ({ sum }: { sum: string }, language, publicUrl) => ({
  subject: "S",
  headline: language === "es" ? `${sum} de Nike son tuyos` : `${sum} from Nike is yours`,
  lead: language === "es" ? "Ya lo puedes retirar." : "You can withdraw it now.",
  button: { label: "Go", href: `${publicUrl}/account/purchase-history` },
}));
const tell = (member: Member, cause: string, sum = "$3.12", language: "en" | "es" = "en") =>
  world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause,
      recipient: { user_id: member.user_id, email: member.email, name: "N", language, partner: null },
      letter: told({ sum }),
    }),
  );
type Browser = { token: string; endpoint: string; keys: { p256dh: string; auth: string } };
const browser = () => world.control<Browser>("/push/browsers", {});
const bind = async (member: Member, one: Browser, session_id?: string) =>
  world.notifications.pushes.bind(
    { user_id: member.user_id, session_id: session_id ?? (await sessionOf(member)) },
    { endpoint: one.endpoint, ...one.keys, user_agent: "Browser", zone: null },
  );
async function sessionOf(member: Member): Promise<string> {
  const { rows } = await world.base.handle.pool.query(
    "select session_id from identity.sessions where user_id = $1 and ended_at is null order by issued_at desc limit 1",
    [member.user_id],
  );
  return rows[0].session_id;
}
const mood = (one: Browser, to: string) => world.control(`/push/browsers/${one.token}`, { mood: to });
const pushed = async (one?: Browser) =>
  (await world.control<{ messages: Pushed[] }>(`/push/messages${one ? `?token=${one.token}` : ""}`)).messages;
async function historyOf(member: Member) {
  const [push] = await world.notifications.pushes.of(member.user_id, 1);
  return (push && (await world.notifications.pushes.read(push.push_id))?.steps.map(({ state }) => state)) ?? [];
}
async function ready(name: string): Promise<{ member: Member; one: Browser }> {
  const member = await world.member(name);
  const one = await browser();
  expect(await bind(member, one)).toEqual({ ok: true, value: null });
  await world.work();
  return { member, one };
}

describe("a push", () => {
  it("is read by its browser, once an event, without names and sums unless that is chosen", async () => {
    const { member, one } = await ready("Ann");
    await tell(member, "a1");
    await tell(member, "a1");
    await world.work();
    const [first, ...none] = await pushed(one);
    expect(none).toEqual([]);
    expect(first).toMatchObject({ ttl: 86_400, urgency: "normal" });
    expect(first?.topic).toMatch(/^[\w-]{32}$/);
    expect(first?.payload.web_push).toBe(8030);
    expect(first?.payload.notification).toMatchObject({ title: "News about your money", lang: "en" });
    // The hour at which it was sent may hold such a figure itself.
    expect(JSON.stringify(first?.payload)).not.toMatch(/Nike|3\.12|Ann/);
    expect(first?.payload.notification.app_badge).toMatch(/^\d+$/);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);

    await world.notifications.setWhen(member.user_id, {
      ...(await world.notifications.when(member.user_id)),
      shows_details: true,
    });
    await tell(member, "a2", "$4.00", "es");
    await world.work();
    const [second] = await pushed(one);
    expect(second?.payload.notification).toMatchObject({ title: "$4.00 de Nike son tuyos", lang: "es" });
    expect(second?.topic, "two events are two").not.toBe(first?.topic);
  });

  it("leads to its page when it is pressed, says so once, and leads nowhere else", async () => {
    const { member, one } = await ready("Bea");
    await tell(member, "b1");
    await world.work();
    const { navigate = "" } = (await pushed(one))[0]?.payload.notification ?? {};
    const press = async (path: string, method = "GET") => {
      const reply = await fetch(path, { method, redirect: "manual" });
      return [reply.status, reply.headers.get("location")];
    };
    expect(await press(navigate, "HEAD")).toEqual([303, "/account/purchase-history"]);
    expect(await historyOf(member), "who only asks where it leads has not pressed it").toEqual(["queued", "sent"]);
    expect(await press(navigate)).toEqual([303, "/account/purchase-history"]);
    await press(navigate);
    expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);
    expect(await press(`${world.productUrl}/n/nothing`)).toEqual([303, "/account/notifications"]);
  });

  it("is known to be pressed while another device is still waited for, which then stays silent", async () => {
    const { member, one } = await ready("Bo");
    const slow = await browser();
    await bind(member, slow);
    await world.work();
    await mood(slow, "away");
    await tell(member, "bo1");
    await world.work().catch(() => null);
    expect(await historyOf(member)).toEqual(["queued"]);
    await fetch((await pushed(one))[0]?.payload.notification.navigate ?? "", { redirect: "manual" });
    expect(await historyOf(member)).toEqual(["queued", "clicked"]);
    await mood(slow, "takes");
    await world.advance({ hours: 1 });
    const [push] = await world.notifications.pushes.of(member.user_id, 1);
    await world.notifications.pushes.send(push?.push_id ?? "");
    expect([(await pushed(one)).length, (await pushed(slow)).length]).toEqual([1, 0]);
    expect(await historyOf(member)).toEqual(["queued", "clicked"]);
  });

  it("that one device took is told, whatever becomes of the others, and its press counts", async () => {
    const { member, one } = await ready("Abe");
    const lost = await browser();
    await bind(member, lost);
    await world.work();
    await mood(lost, "away");
    const waiting = async (cause: string) => {
      await tell(member, cause);
      await world.work().catch(() => null);
      const [push] = await world.notifications.pushes.of(member.user_id, 1);
      expect(push?.state).toBe("queued");
      return push?.push_id ?? "";
    };
    const old = await waiting("abe1");
    await world.advance({ days: 2, hours: 1 });
    await world.notifications.pushes.send(old);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);

    const unwanted = await waiting("abe2");
    await world.notifications.setList(member.user_id, "money", "push", false);
    await world.notifications.pushes.send(unwanted);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);
    for (const { payload } of await pushed(one))
      await fetch(payload.notification.navigate ?? "", { redirect: "manual" });
    expect(await historyOf(member)).toEqual(["queued", "sent", "clicked"]);
  });

  it("whose answer was lost counts as seen when it is pressed", async () => {
    const { member, one } = await ready("Bud");
    await mood(one, "away");
    await tell(member, "bud1");
    await world.work().catch(() => null);
    const [push] = await world.notifications.pushes.of(member.user_id, 1);
    await world.advance({ days: 2, hours: 1 });
    await world.notifications.pushes.send(push?.push_id ?? "");
    await world.notifications.pushes.clicked(push?.push_id ?? "", null);
    expect(await historyOf(member)).toEqual(["queued", "failed", "clicked"]);
  });

  it("waits for the morning of its member's zone, and is not lost", async () => {
    const { member, one } = await ready("Cleo");
    await world.notifications.setWhen(member.user_id, {
      ...(await world.notifications.when(member.user_id)),
      zone: "America/Los_Angeles",
    });
    // 11 at night in New York is 8 in the evening there.
    await world.advance({ hours: 8 });
    await tell(member, "c1");
    await world.work();
    expect(await pushed(one)).toHaveLength(1);
    await world.advance({ hours: 2 });
    await tell(member, "c2");
    await world.work();
    await world.work();
    expect(await pushed(one), "silent at night").toHaveLength(1);
    expect(await historyOf(member)).toEqual(["queued", "held_quiet"]);
    await world.advance({ hours: 9 });
    await world.work();
    expect(await pushed(one), "not yet eight").toHaveLength(1);
    await world.advance({ hours: 2 });
    await world.work();
    expect(await pushed(one)).toHaveLength(2);
    expect(await historyOf(member)).toEqual(["queued", "held_quiet", "sent"]);
  });

  it("that was switched off while it waited is not told", async () => {
    const { member, one } = await ready("Dee");
    await world.advance({ hours: 10 });
    await tell(member, "d1");
    await world.work();
    await world.notifications.setList(member.user_id, "money", "push", false);
    await world.advance({ hours: 10 });
    await world.work();
    expect(await pushed(one)).toEqual([]);
    expect(await historyOf(member)).toEqual(["queued", "held_quiet", "pruned"]);
  });
});

describe("what push services say", () => {
  it.each(["gone", "forgotten"])("%s: the browser is forgotten, and nobody is asked again", async (said) => {
    const { member, one } = await ready("Eve");
    await mood(one, said);
    await tell(member, "e1");
    await world.work();
    expect(await historyOf(member)).toEqual(["queued", "pruned"]);
    expect(await world.notifications.pushes.devices(member.user_id)).toBe(0);
    await tell(member, "e2");
    await world.work();
    expect(await world.notifications.pushes.of(member.user_id, 9), "nothing is written for nobody").toHaveLength(1);
  });

  it("too large: once more without its text", async () => {
    const { member, one } = await ready("Fay");
    await world.notifications.setWhen(member.user_id, {
      ...(await world.notifications.when(member.user_id)),
      shows_details: true,
    });
    await mood(one, "small");
    await world.database.transaction((tx) =>
      world.notifications.queue(tx, {
        cause: "f1",
        recipient: { user_id: member.user_id, email: null, name: "", language: "en", partner: null },
        letter: testLetter("alerts", () => ({
          subject: "S",
          headline: "Short",
          lead: "A long one. ".repeat(900),
        }))({}),
      }),
    );
    await world.work();
    expect((await pushed(one))[0]?.payload.notification).toMatchObject({ title: "Short", body: "" });
    await mood(one, "takes");
    await world.database.transaction((tx) =>
      world.notifications.queue(tx, {
        cause: "f2",
        recipient: { user_id: member.user_id, email: null, name: "", language: "en", partner: null },
        letter: testLetter("alerts", () => ({
          subject: "S",
          headline: "Long",
          lead: "Año 🪙 ".repeat(2_000),
        }))({}),
      }),
    );
    await world.work();
    const [whole] = await pushed(one);
    expect(whole?.bytes).toBeLessThanOrEqual(4_096);
    expect(whole?.payload.notification.body).toMatch(/…$/);
  });

  it("busy: it waits as long as it is told, and the browsers that took it are not sent it again", async () => {
    const { member, one } = await ready("Gus");
    const two = await browser();
    await bind(member, two);
    await mood(two, "busy");
    await tell(member, "g1");
    await world.work();
    expect([(await pushed(one)).length, (await pushed(two)).length]).toEqual([1, 0]);
    expect(await historyOf(member)).toEqual(["queued"]);
    await mood(two, "takes");
    await world.work();
    expect(await pushed(two), "asked before its time").toHaveLength(0);
    await world.advance({ seconds: 91 });
    await world.work();
    expect([(await pushed(one)).length, (await pushed(two)).length]).toEqual([1, 1]);
    expect(await historyOf(member)).toEqual(["queued", "sent"]);
  });

  it("away: it is tried again, however often that takes, and given up when it is old", async () => {
    const { member, one } = await ready("Hal");
    await mood(one, "away");
    await tell(member, "h1");
    await world.work().catch(() => null);
    expect(await historyOf(member)).toEqual(["queued"]);
    const [push] = await world.notifications.pushes.of(member.user_id, 1);
    await world.advance({ days: 2, hours: 1 });
    await world.notifications.pushes.send(push?.push_id ?? "");
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    expect(await pushed(one)).toEqual([]);
  });

  it("another key: nobody's browser is forgotten, and who runs this is told", async () => {
    const member = await world.member("Ida");
    const one = await world.control<Browser>("/push/browsers", { server_key: "B".repeat(87) });
    await bind(member, one);
    await tell(member, "i1");
    await world.work();
    expect(await historyOf(member)).toEqual(["queued", "failed"]);
    expect(await world.notifications.pushes.devices(member.user_id)).toBe(1);
    const check = world.operators.checks.find(({ name }) => name === "pushes");
    expect(await check?.look(world.clock.now())).toMatchObject({ state: "bad" });

    // One member can make that up: while others are told, it is worth a look and no alarm.
    const { member: told } = await ready("Ina");
    await world.advance({ minutes: 1 });
    await tell(told, "i2");
    await world.work();
    expect(await check?.look(world.clock.now())).toMatchObject({ state: "warn" });
    const other = await world.member("Ivo");
    await bind(other, await world.control<Browser>("/push/browsers", { server_key: "B".repeat(87) }));
    await tell(other, "i3");
    await world.work();
    expect(await check?.look(world.clock.now()), "two members do not").toMatchObject({ state: "bad" });
  });
});

describe("a browser", () => {
  it("belongs to who is signed in there: what waits for one member is never told to the next", async () => {
    const { member: ann, one } = await ready("Jo");
    await world.advance({ hours: 10 });
    await tell(ann, "j1");
    await world.work();
    const bob = await world.member("Kit");
    await bind(bob, one);
    await world.advance({ hours: 10 });
    await tell(bob, "k1");
    await world.work();
    const messages = await pushed(one);
    expect(messages).toHaveLength(1);
    const [push] = await world.notifications.pushes.of(bob.user_id, 1);
    expect(messages[0]?.payload.notification.navigate).toContain(push?.push_id);
    expect(await historyOf(ann)).toEqual(["queued", "held_quiet", "pruned"]);
    expect(await world.notifications.pushes.devices(ann.user_id)).toBe(0);
  });

  it("is told nothing once its sign-in ended, however that ended", async () => {
    const { member, one } = await ready("Lee");
    await world.identity.logout(await sessionOf(member));
    expect(await world.notifications.pushes.devices(member.user_id), "at once").toBe(0);
    const other = await ready("Mia");
    await world.base.handle.pool.query(
      "update identity.sessions set ended_at = now(), end_reason = 'replaced' where user_id = $1",
      [other.member.user_id],
    );
    await tell(other.member, "m1");
    await world.work();
    expect([...(await pushed(one)), ...(await pushed(other.one))]).toEqual([]);
    expect(await historyOf(other.member)).toEqual(["queued", "pruned"]);
  });

  it("is taken from known push services alone, with keys that are keys", async () => {
    const member = await world.member("Ned");
    const { keys } = await browser();
    const session_id = await sessionOf(member);
    const ask = (endpoint: string, own = keys) =>
      world.notifications.pushes.bind(
        { user_id: member.user_id, session_id },
        { endpoint, ...own, user_agent: "", zone: "Mars/Olympus" },
      );
    for (const endpoint of [
      "https://evil.example/push/send/x",
      "http://169.254.169.254/push/",
      "http://127.0.0.1:5432/",
      "https://fcm.googleapis.com.evil.example/fcm/send/x",
      "https://fcm.googleapis.com:8443/fcm/send/x",
      "https://user@fcm.googleapis.com/fcm/send/x",
      "http://fcm.googleapis.com/fcm/send/x",
      "https://web.push.apple.com.evil.example/x",
      "file:///etc/passwd",
      "no address",
    ])
      expect(await ask(endpoint), endpoint).toMatchObject({ code: "push_service_unknown" });
    const good = "https://fcm.googleapis.com/fcm/send/abc";
    for (const own of [
      { ...keys, auth: "short" },
      { ...keys, p256dh: `B${"A".repeat(86)}` },
      { ...keys, p256dh: "" },
    ])
      expect(await ask(good, own), JSON.stringify(own)).toMatchObject({ code: "push_keys_wrong" });
    expect(await ask(good)).toMatchObject({ ok: true });
    expect((await world.notifications.when(member.user_id)).zone, "no such zone").toBeNull();
    for (const host of ["https://updates.push.services.mozilla.com/wpush/v2/x", "https://web.push.apple.com/x"])
      expect(await ask(host), host).toMatchObject({ ok: true });
  });

  it("is one of ten at most, and goes with its account", async () => {
    const member = await world.member("Ona");
    for (let n = 0; n < 12; n += 1) {
      world.clock.advance({ seconds: 1 });
      await bind(member, await browser());
    }
    expect(await world.notifications.pushes.devices(member.user_id)).toBe(10);
    const { rows } = await world.base.handle.pool.query("select count(*)::int as n from notifications.subscriptions");
    expect(rows[0].n).toBe(10);
  });
});
