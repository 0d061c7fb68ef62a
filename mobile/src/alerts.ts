/** Alerts of the phone: asked for by a press, and led to a path of ours when one is touched. */
import { type AppHome, pathOfLink } from "./deep-link.ts";
import type { Phone } from "./phone.ts";

/** The phone's address for alerts, or null where its owner said no. What they are sent by is the server's. */
export async function askForAlerts({ PushNotifications }: Pick<Phone, "PushNotifications">): Promise<string | null> {
  const { receive } = await PushNotifications.requestPermissions();
  if (receive !== "granted") return null;
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

/** Where a touched alert leads: its `navigate`, as in the pushes of browsers, and never anywhere else than with us. */
export function pathOfAlert(data: unknown, home: AppHome): string | null {
  const navigate = typeof data === "object" && data !== null && "navigate" in data ? data.navigate : null;
  return typeof navigate === "string" ? pathOfLink(navigate, home) : null;
}
