/** Alerts of the phone: asked for once and by a press, its address told to nobody but who asked. */
import { expect, it } from "vitest";
import { addressOf, alertsAllowed, askForAlerts, closeAlerts } from "../src/alerts.ts";
import { alertService, phoneHere } from "../src/phone.ts";
import { fakePhone } from "./fake-phone.ts";

it("asks for alerts and hands out the phone's address, or nothing where its owner said no", async () => {
  const yes = fakePhone({});
  expect(await askForAlerts(yes.phone)).toBe("address-of-this-phone");
  expect([yes.askedForAlerts(), yes.listeners()], "nothing listens on").toEqual([1, 0]);
  const no = fakePhone({ alerts: "denied" });
  expect(await askForAlerts(no.phone)).toBeNull();
});

it("looks the address up without asking, and says so when there is none", async () => {
  const one = fakePhone({});
  expect(await addressOf(one.phone)).toBe("address-of-this-phone");
  expect(one.askedForAlerts()).toBe(0);
  const none = fakePhone({ address: "" });
  await expect(addressOf(none.phone)).rejects.toThrow("no Firebase");
  expect(none.listeners()).toBe(0);
});

it.each([
  [{}, 0],
  [{ closes: "once registered" }, 1],
  [{ closes: "once registered", address: "" }, 1],
] as const)(
  "closes what is shown, also where the phone does so only after it was asked for its address: %o",
  async (wish, registered) => {
    const one = fakePhone(wish);
    await closeAlerts(one.phone);
    expect([one.alertsShown(), one.registered(), one.askedForAlerts()]).toEqual([0, registered, 0]);
  },
);

it.each([
  ["granted", "yes"],
  ["denied", "no"],
  ["prompt", "not asked"],
] as const)("%s is %s", async (alerts, said) => {
  expect(await alertsAllowed(fakePhone({ alerts }).phone)).toBe(said);
});

it("knows who tells which phone, and no phone in a browser", () => {
  expect([phoneHere(), alertService()]).toEqual([null, null]);
  const { phone } = fakePhone({});
  for (const [platform, service] of [
    ["android", "fcm"],
    ["ios", "apns"],
    ["electron", null],
  ]) {
    Object.assign(globalThis, {
      Capacitor: { isNativePlatform: () => true, getPlatform: () => platform, Plugins: phone },
    });
    expect([phoneHere(), alertService()]).toEqual([phone, service]);
  }
  Reflect.deleteProperty(globalThis, "Capacitor");
});
