/** A phone that does as a test says, and tells what it was asked. */
import type { Phone } from "../src/phone.ts";

type Wish = {
  launch?: string | undefined;
  lock?: "none" | "opens" | "refuses";
  alerts?: "granted" | "denied" | "prompt";
  address?: string;
  /** As of an iPhone. */
  closes?: "always" | "once registered";
};

export function fakePhone({
  launch,
  lock = "opens",
  alerts = "granted",
  address = "address-of-this-phone",
  closes = "always",
}: Wish) {
  const listening = new Map<string, Set<(told: never) => void>>();
  const kept = new Map<string, string>();
  const count = { asked: 0, closed: 0, alerts: 0, registered: 0, shown: 1 };
  const addListener = async (event: string, told: (what: never) => void) => {
    const all = listening.get(event) ?? new Set();
    listening.set(event, all.add(told));
    return { remove: async () => void all.delete(told) };
  };
  const tell = (event: string, what: unknown) => {
    // The event's name says what its listeners are told.
    for (const told of listening.get(event) ?? []) told(what as never);
  };
  const phone: Phone = {
    App: { addListener, getLaunchUrl: async () => (launch === undefined ? undefined : { url: launch }) },
    Preferences: {
      get: async ({ key }) => ({ value: kept.get(key) ?? null }),
      set: async ({ key, value }) => void kept.set(key, value),
      remove: async ({ key }) => void kept.delete(key),
    },
    PushNotifications: {
      addListener,
      checkPermissions: async () => ({ receive: alerts }),
      requestPermissions: async () => {
        count.alerts += 1;
        return { receive: alerts };
      },
      register: async () => {
        count.registered += 1;
        if (address === "") tell("registrationError", { error: "no Firebase" });
        else tell("registration", { value: address });
      },
      unregister: async () => {},
      removeAllDeliveredNotifications: async () => {
        if (closes === "once registered" && count.registered === 0) throw new Error("not registered");
        count.shown = 0;
      },
    },
    Share: { share: async () => ({}) },
    Browser: {
      open: async () => {},
      close: async () => {
        count.closed += 1;
      },
    },
    BiometricAuthNative: {
      checkBiometry: async () => ({ isAvailable: false, deviceIsSecure: lock !== "none" }),
      internalAuthenticate: async () => {
        count.asked += 1;
        if (lock === "refuses") throw new Error("userCancel");
      },
    },
  };
  return {
    phone,
    tell,
    asked: () => count.asked,
    closed: () => count.closed,
    registered: () => count.registered,
    alertsShown: () => count.shown,
    askedForAlerts: () => count.alerts,
    listeners: () => [...listening.values()].reduce((sum, all) => sum + all.size, 0),
  };
}
