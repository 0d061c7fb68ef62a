/** Alerts of the phone whose app shows the site: whether they can come, turning them on and off, and following who is signed in. */
import { call } from "#client/call.ts";
import { addressOf, alertsAllowed, askForAlerts } from "../../../mobile/src/alerts.ts";
import { isAndroid, phoneHere } from "../../../mobile/src/phone.ts";

/** `iphone`: nothing is sent to iPhones' apps. `phone_blocked`: its owner has said no. `none`: we send to no app at all. */
export type PhoneState = "unsupported" | "iphone" | "none" | "phone_blocked" | "off" | "on";

/** That this phone is told: as whose, by the end of the token that it was bound by, and at which address. */
export const PHONE_BOUND = "phone_bound";
/** A start of the app asks for the address once. */
const FOLLOWED = "phone_followed";
const tailOf = (token: string): string => token.slice(-24);

function readBound(): { whose: string; address: string } | null {
  const [whose, address] = (localStorage.getItem(PHONE_BOUND) ?? "").split(" ");
  return whose && address ? { whose, address } : null;
}

/** `offered`: the server sends to phones of the app. */
export async function phoneState(offered: boolean): Promise<PhoneState> {
  const phone = phoneHere();
  if (!phone) return "unsupported";
  if (!isAndroid()) return "iphone";
  if (!offered) return "none";
  const allowed = await alertsAllowed(phone);
  if (allowed === "no") return "phone_blocked";
  return allowed === "yes" && readBound() ? "on" : "off";
}

/** Asks, from a press alone. Answers how it stands then. */
export async function turnOnPhone(token: string): Promise<PhoneState> {
  const phone = phoneHere();
  const address = phone && isAndroid() ? await askForAlerts(phone) : null;
  if (address === null) return phoneState(true);
  await bind(address, token);
  return "on";
}

export async function turnOffPhone(): Promise<PhoneState> {
  const bound = readBound();
  if (bound) await call("/api/account/push/phone/drop", { json: { address: bound.address } });
  localStorage.removeItem(PHONE_BOUND);
  await phoneHere()?.PushNotifications.unregister();
  return "off";
}

/** Whoever signs in takes over the phone's alerts, where they were turned on; so does an address that Google has changed. */
export async function followPhone(token: string): Promise<void> {
  const bound = readBound();
  const phone = phoneHere();
  const whose = tailOf(token);
  if (!bound || !phone || !isAndroid() || sessionStorage.getItem(FOLLOWED) === whose) return;
  const address = await addressOf(phone);
  if (address !== bound.address || bound.whose !== whose) await bind(address, token);
  sessionStorage.setItem(FOLLOWED, whose);
}

async function bind(address: string, token: string): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? null;
  await call("/api/account/push/phone", { json: { address, zone } });
  localStorage.setItem(PHONE_BOUND, `${tailOf(token)} ${address}`);
}
