/** Alerts on this device, whichever it is: a browser by web push, a phone by the app around the page. */
import { type PushState, pushState, turnOff, turnOn } from "#client/push.ts";
import type { PhoneState } from "./phone-alerts.ts";

export type AlertState = PushState | PhoneState;
/** `key`: what browsers subscribe by, null where they are not told. `phones`: whether the app is on Android, `iphones`: on iPhones. */
export type OfferedAlerts = { key: string | null; phones: boolean; iphones: boolean };

/** Capacitor says so of itself before anything else (`mobile/`). */
const inApp = (): boolean => "Capacitor" in window;
const phone = () => import("./phone-alerts.ts");

export async function alertState(offered: OfferedAlerts): Promise<AlertState> {
  if (inApp()) return (await phone()).phoneState(offered);
  return offered.key === null ? "none" : pushState();
}

/** Asks, from a press alone. `token`: of who is signed in. */
export async function turnOnAlerts(offered: OfferedAlerts, token: string): Promise<AlertState> {
  if (inApp()) return (await phone()).turnOnPhone(offered, token);
  return offered.key === null ? "none" : turnOn(offered.key, token);
}

export async function turnOffAlerts(): Promise<AlertState> {
  return inApp() ? (await phone()).turnOffPhone() : turnOff();
}
