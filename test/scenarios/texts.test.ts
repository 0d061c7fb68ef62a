/** Stories of texts to phones: the app's link, by Twilio's protocol, at most once. */
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world.close());

type Text = { recipient: string; body: string; sender: string };
const inbox = async () => (await world.control<{ texts: Text[] }>("/texts")).texts;
const ask = (phone: string, language: "en" | "es" = "en") =>
  world.landing.textAppLink(world.partners.home, language, { phone, address: "203.0.113.9" });
const kept = async () =>
  (await world.database.pool.query("select state, recipient, reason from notifications.texts order by reason")).rows;

describe("the app's link by text", () => {
  it("comes once, in the reader's language, however the number is written, and the number is forgotten", async () => {
    world = await createWorld();
    expect(await ask("(555) 201-2291", "es")).toEqual({ ok: true, value: null });
    expect((await ask("+1 555 201 2291", "es")).ok).toBe(true);
    await world.work();
    const [text, ...more] = await inbox();
    expect(more).toEqual([]);
    expect(text).toMatchObject({ recipient: "+15552012291", sender: "+15005550006" });
    expect(text?.body).toContain(`${world.productUrl}/get-app`);
    expect(text?.body).toContain("Pediste este enlace");
    expect(await kept()).toEqual([{ state: "sent", recipient: null, reason: null }]);
  });

  it("goes to no other country, to no number that costs its owner, and to nothing that is no number", async () => {
    world = await createWorld();
    for (const phone of ["", "hello", "+442079460000", "900 201 2291", "555 976 2291", "123", "+1 155 201 2291"])
      expect(await ask(phone), phone).toMatchObject({ ok: false, code: "app_phone_invalid" });
    await world.work();
    expect(await inbox()).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it("stops after three a day to one number", async () => {
    world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
    for (let at = 0; at < 3; at += 1) {
      expect((await ask("5552012291")).ok).toBe(true);
      world.clock.advance({ minutes: 2 });
    }
    expect(await ask("5552012291")).toMatchObject({ ok: false, code: "too_many_requests" });
    await world.work();
    expect(await inbox()).toHaveLength(3);
  });

  it("keeps why Twilio refused a number, and never asks again when an answer was lost", async () => {
    world = await createWorld();
    // Twilio's own numbers for trying refusals begin with 500, which is no area code that people have.
    await world.database.transaction((tx) =>
      world.notifications.queueText(tx, { cause: "stopped", to: "+15005550004", body: "x" }),
    );
    await world.work();
    await world.control("/fail", { target: "twilio", mode: "lost-reply", times: 1 });
    await ask("5552012291");
    await world.work();
    expect(await kept()).toEqual([
      { state: "refused", recipient: null, reason: "21610 Attempt to send to unsubscribed recipient" },
      { state: "refused", recipient: null, reason: "the answer was lost" },
    ]);
    expect(await inbox()).toHaveLength(1);
  });

  it("is not offered where no account is set", async () => {
    world = await createWorld({ environment: { TWILIO_ACCOUNT_SID: "off" } });
    expect(world.landing.texts).toBe(false);
    expect(await ask("5552012291")).toMatchObject({ ok: false, code: "texts_unavailable" });
  });
});
