/** Alerts of the phone: asked for by a press, and led to a path of ours when one is touched. */
import { pathOfAlertElsewhere } from "../../src/client/alert-path.ts";
import { type AppHome, pathOfLink } from "./deep-link.ts";
import type { Phone } from "./phone.ts";

type Asked = Pick<Phone, "PushNotifications">;

/** The phone's address for alerts, or null where its owner said no. What they are sent by is the server's. */
export async function askForAlerts(phone: Asked): Promise<string | null> {
  const { receive } = await phone.PushNotifications.requestPermissions();
  return receive === "granted" ? addressOf(phone) : null;
}

/** Without asking anybody: an app is given another address now and then, so that it is looked up at each start. */
export async function addressOf({ PushNotifications }: Asked): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const told = await Promise.all([
    PushNotifications.addListener("registration", ({ value }) => resolve(value)),
    PushNotifications.addListener("registrationError", ({ error }) => reject(new Error(error))),
  ]);
  try {
    await PushNotifications.register();
    return await promise;
  } finally {
    await Promise.all(told.map((one) => one.remove()));
  }
}

/**
 * Closes what the phone shows of the member before. An iPhone's plugin closes nothing before it was asked for the address, whatever came
 * of that, and a start at which nobody is signed in asks for none.
 */
export async function closeAlerts(phone: Asked): Promise<void> {
  const close = () => phone.PushNotifications.removeAllDeliveredNotifications();
  await close().catch(() => addressOf(phone).then(close, close));
}

/** What the phone's owner has said so far. */
export async function alertsAllowed({ PushNotifications }: Asked): Promise<"yes" | "no" | "not asked"> {
  const { receive } = await PushNotifications.checkPermissions();
  return receive === "granted" ? "yes" : receive === "denied" ? "no" : "not asked";
}

/** Where a touched alert leads: its `navigate`, as in the pushes of browsers, and never anywhere else than with us. */
export function pathOfAlert(data: unknown, home: AppHome): string | null {
  const navigate = typeof data === "object" && data !== null && "navigate" in data ? data.navigate : null;
  return typeof navigate === "string" ? (pathOfLink(navigate, home) ?? pathOfAlertElsewhere(navigate)) : null;
}
