/**
 * The site inside the phone's app, in a browser that has what Capacitor puts into each page: links lead to our paths alone, the page is
 * covered while the app is away and locked after a long while, and pages share by the phone.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { until } from "../support/stage.ts";
import { testLetter } from "../support/told.ts";
import { signUp } from "./members.ts";

const { stage, payingMember } = openMembershipStage();

type StandIn = {
  asked: string[];
  unlocks: boolean;
  heard: Readonly<Record<string, unknown>>;
  tell: (event: string, what: unknown) => void;
};
declare global {
  interface Window {
    phone: StandIn;
  }
}

const letter = testLetter("money", (_facts: object, _language, publicUrl) => ({
  subject: "S",
  headline: "H",
  lead: "L",
  button: { label: "Go", href: `${publicUrl}/account/purchase-history` },
}))({});

/** Runs in the page, before anything of ours. */
function standInForPhone() {
  const listening: Record<string, ((what: unknown) => void)[]> = {};
  const asked: string[] = [];
  const phone = {
    asked,
    unlocks: true,
    heard: listening,
    tell: (event: string, what: unknown) => {
      for (const told of listening[event] ?? []) told(what);
    },
  };
  const addListener = async (event: string, told: (what: unknown) => void) => {
    listening[event] = [...(listening[event] ?? []), told];
    return { remove: async () => {} };
  };
  const asks = (name: string) => async (what?: { url?: string; key?: string }) => {
    asked.push(`${name} ${what?.url ?? what?.key ?? ""}`.trim());
  };
  const Plugins = {
    App: { addListener },
    Preferences: {
      get: async ({ key }: { key: string }) => ({ value: localStorage.getItem(`phone_${key}`) }),
      set: async ({ key, value }: { key: string; value: string }) => localStorage.setItem(`phone_${key}`, value),
      remove: async ({ key }: { key: string }) => localStorage.removeItem(`phone_${key}`),
    },
    PushNotifications: {
      addListener,
      checkPermissions: async () => ({ receive: localStorage.getItem("phone_alerts") ?? "prompt" }),
      requestPermissions: async () => {
        asked.push("alerts");
        localStorage.setItem("phone_alerts", "granted");
        return { receive: "granted" };
      },
      register: async () => phone.tell("registration", { value: localStorage.getItem("phone_address") }),
      unregister: async () => void asked.push("unregister"),
      removeAllDeliveredNotifications: async () => void asked.push("close alerts"),
    },
    Share: { share: asks("share") },
    Browser: { open: asks("open"), close: asks("close") },
    BiometricAuthNative: {
      checkBiometry: async () => ({ isAvailable: true, deviceIsSecure: true }),
      internalAuthenticate: async () => {
        asked.push("unlock");
        if (!phone.unlocks) throw new Error("userCancel");
      },
    },
  };
  Object.defineProperty(navigator, "share", { configurable: true, value: undefined });
  Object.assign(window, {
    phone,
    Capacitor: {
      isNativePlatform: () => true,
      getPlatform: () => localStorage.getItem("phone_platform") ?? "android",
      Plugins,
    },
  });
}

const tell = (page: Page, event: string, what: unknown) =>
  page.evaluate(([name, told]) => window.phone.tell(name, told), [event, what] as const);
const asked = (page: Page) => page.evaluate(() => window.phone.asked);
const joined = (page: Page) =>
  until("the page to join the phone", () => page.evaluate(() => "appStateChange" in window.phone.heard));

it("follows links to our own paths alone, signs in with others outside, and shares by the phone", async () => {
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addInitScript(standInForPhone);
    await page.goto("/about");
    await joined(page);
    await tell(page, "appUrlOpen", { url: "https://evil.example/coupons" });
    await tell(page, "appUrlOpen", { url: "tuppence:///evil.example" });
    await tell(page, "pushNotificationActionPerformed", { notification: { data: { navigate: "//evil.example" } } });
    expect(new URL(page.url()).pathname).toBe("/about");
    await tell(page, "appUrlOpen", { url: "tuppence://coupons?lang=es" });
    await page.waitForURL(/\/coupons\?lang=es$/);
    await page.goto("/login?lang=en");
    await joined(page);
    await page.locator('a[href^="/oauth/"]').first().click();
    await until("the phone's browser", async () =>
      (await asked(page)).includes(`open ${stage.product.url}/mobile-login-full-page-redirect`),
    );
    expect(new URL(page.url()).pathname).toBe("/login");
    await page.evaluate(() => navigator.share({ url: "https://tuppence.example/p" }));
    expect(await asked(page)).toContain("share https://tuppence.example/p");
  });
});

it("is covered while the app is away, and locked after a long while where somebody is signed in", async () => {
  const { cookies } = await payingMember("phone@example.com");
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addInitScript(standInForPhone);
    await context.addCookies(cookies);
    await page.goto("/account/purchase-history");
    await joined(page);
    await until("the phone to know of the member", () =>
      page.evaluate(() => localStorage.getItem("phone_signed_in") === "1"),
    );
    const cover = page.getByRole("dialog", { name: "Locked" });
    await tell(page, "appStateChange", { isActive: false });
    await cover.waitFor();
    await tell(page, "appStateChange", { isActive: true });
    await cover.waitFor({ state: "hidden" });
    expect(await asked(page), "a short while asks nothing").not.toContain("unlock");

    await page.evaluate(() => {
      window.phone.unlocks = false;
    });
    await tell(page, "appStateChange", { isActive: false });
    await page.evaluate(() => {
      const real = performance.now.bind(performance);
      performance.now = () => real() + 6 * 60_000;
    });
    await tell(page, "appStateChange", { isActive: true });
    await until("the lock to be asked", async () => (await asked(page)).includes("unlock"));
    await page.keyboard.press("Escape");
    expect(await cover.isVisible(), "refused, it stays shut").toBe(true);
    await page.evaluate(() => {
      window.phone.unlocks = true;
    });
    await cover.getByRole("button", { name: "Unlock" }).click();
    await cover.waitFor({ state: "hidden" });
  });
});

type Sent = { message: { data: { navigate: string } } };
it("turns on alerts by a press, is told by FCM or by Apple, follows its member and a changed address, and turns them off", async () => {
  const { cookies, user_id } = await payingMember("phone-alerts@example.com");
  const { notifications, database } = stage.product.wired;
  const { control } = stage.product;
  const [first, second] = [
    await control<{ token: string }>("/fcm/phones", {}),
    await control<{ token: string }>("/fcm/phones", {}),
  ];
  await notifications.setWhen(user_id, { ...(await notifications.when(user_id)), quiet: false });
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addInitScript(standInForPhone);
    await context.addCookies(cookies);
    await page.goto("/account/notifications");
    await joined(page);
    await page.evaluate((address) => localStorage.setItem("phone_address", address), first.token);
    const button = page.getByRole("button", { name: "Turn on alerts here" });
    await button.waitFor();
    expect(await asked(page), "nobody is asked before a press").not.toContain("alerts");
    await button.click();
    await page.getByText("On here.").waitFor();
    expect(await notifications.pushes.devices(user_id)).toBe(1);
    const tellMember = (cause: string) =>
      database.transaction((tx) =>
        notifications.queue(tx, {
          cause,
          recipient: { user_id, email: "phone-alerts@example.com", name: "", language: "en", partner: null },
          letter,
        }),
      );
    await tellMember("e2e-phone-alert");
    const { data } = await until("the alert to arrive", async () => {
      const { messages } = await control<{ messages: Sent[] }>(
        `/fcm/messages?token=${encodeURIComponent(first.token)}`,
      );
      return messages[0]?.message;
    });
    await tell(page, "pushNotificationActionPerformed", { notification: { data } });
    await page.waitForURL(/\/account\/purchase-history$/);

    // This start of the app has told its address, which a later answer would else put back.
    await until("this start to be told", () => page.evaluate(() => sessionStorage.getItem("phone_followed") !== null));
    // Google gives the app another address: the next start of the app tells us.
    await page.evaluate((address) => {
      localStorage.setItem("phone_address", address);
      sessionStorage.clear();
    }, second.token);
    await page.goto("/account/notifications?lang=es");
    const held = async () =>
      (await database.pool.query("select endpoint from notifications.subscriptions where user_id = $1", [user_id]))
        .rows;
    await until("the new address to be kept", async () =>
      (await held()).some(({ endpoint }: { endpoint: string }) => endpoint === second.token),
    );
    await page.getByRole("button", { name: "Desactivar alertas aquí" }).click();
    await page.getByRole("button", { name: "Activar alertas aquí" }).waitFor();
    expect((await held()).map(({ endpoint }: { endpoint: string }) => endpoint)).not.toContain(second.token);
    expect(await asked(page)).toContain("unregister");

    // The same app on an iPhone.
    const iphone = await control<{ token: string }>("/apns/phones", {});
    await page.evaluate((address) => {
      localStorage.setItem("phone_platform", "ios");
      localStorage.setItem("phone_address", address);
    }, iphone.token.toUpperCase());
    await page.goto("/account/notifications?lang=en");
    await joined(page);
    await button.click();
    await page.getByText(/^On here/).waitFor();
    await tellMember("e2e-iphone-alert");
    const handed = await until("the alert to arrive by Apple", async () => {
      const { messages } = await control<{ messages: { payload: object }[] }>(`/apns/messages?token=${iphone.token}`);
      return messages[0]?.payload;
    });
    // The plugin hands out all that came.
    await tell(page, "pushNotificationActionPerformed", { notification: { data: handed } });
    await page.waitForURL(/\/account\/purchase-history$/);
  });
});

it("closes the alerts that it shows when somebody else takes over, and when nobody is signed in any more", async () => {
  const cookies = await signUp(stage.product, "phone-left@example.com");
  const { token } = await stage.product.control<{ token: string }>("/fcm/phones", {});
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addInitScript(standInForPhone);
    await context.addCookies(cookies);
    await page.goto("/account/notifications");
    await joined(page);
    await page.evaluate((address) => localStorage.setItem("phone_address", address), token);
    await page.getByRole("button", { name: "Turn on alerts here" }).click();
    await page.getByText("On here.").waitFor();
    const followed = () => page.evaluate(() => sessionStorage.getItem("phone_followed"));
    await page.goto("/about");
    const before = await until("this start to be told", followed);
    expect(await asked(page), "its own member's stay").not.toContain("close alerts");

    await context.addCookies(await signUp(stage.product, "phone-next@example.com"));
    await page.goto("/about");
    await until("the next member to be followed", async () => (await followed()) !== before);
    expect(await asked(page)).toContain("close alerts");

    await page.goto("/logout");
    // It goes on to the home page meanwhile, where nobody is signed in either.
    await until("the alerts to be closed", async () =>
      (await asked(page).catch((): string[] => [])).includes("close alerts"),
    );
  });
});
