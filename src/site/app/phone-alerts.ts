/** Alerts of the phone whose app shows the site: whether they can come, turning them on and off, and following who is signed in. */
import { call } from "#client/call.ts";
import { asPublic } from "#client/public-user-id.ts";
import { currentViewer } from "#client/viewer.ts";
import { readZone } from "#ui/zone.ts";
import { addressOf, alertsAllowed, askForAlerts, closeAlerts } from "../../../mobile/src/alerts.ts";
import { alertService, phoneHere } from "../../../mobile/src/phone.ts";

/** `phone_blocked`: its owner has said no. `none`: we send nothing to the app on such a phone. */
export type PhoneState = "unsupported" | "none" | "phone_blocked" | "off" | "on";
/** Whether the server sends to the app on Android, and on iPhones. */
type Offered = { phones: boolean; iphones: boolean };

/** That this phone is told: as whose, by the end of the token that it was bound by, at which address, and the member's id. */
export const PHONE_BOUND = "phone_bound";
/** A start of the app asks for the address once. */
const FOLLOWED = "phone_followed";
const tailOf = (token: string): string => token.slice(-24);

function readBound(): { whose: string; address: string; member: string } | null {
  const [whose, address, member = ""] = (localStorage.getItem(PHONE_BOUND) ?? "").split(" ");
  return whose && address ? { whose, address, member: asPublic(member) } : null;
}

function isOffered({ phones, iphones }: Offered): boolean {
  const service = alertService();
  return service !== null && { fcm: phones, apns: iphones }[service];
}

export async function phoneState(offered: Offered): Promise<PhoneState> {
  const phone = phoneHere();
  if (!phone) return "unsupported";
  if (!isOffered(offered)) return "none";
  const allowed = await alertsAllowed(phone);
  if (allowed === "no") return "phone_blocked";
  return allowed === "yes" && readBound() ? "on" : "off";
}

/** Asks, from a press alone. Answers how it stands then. */
export async function turnOnPhone(offered: Offered, token: string): Promise<PhoneState> {
  const phone = phoneHere();
  const address = phone && isOffered(offered) ? await askForAlerts(phone) : null;
  if (address === null) return phoneState(offered);
  await bind(address, token);
  return "on";
}

export async function turnOffPhone(): Promise<PhoneState> {
  const bound = readBound();
  if (bound) await call("/api/account/push/phone/drop", { json: { service: alertService(), address: bound.address } });
  localStorage.removeItem(PHONE_BOUND);
  const phone = phoneHere();
  if (phone) await closeAlerts(phone).catch(() => null);
  await phone?.PushNotifications.unregister();
  return "off";
}

/** Nobody is signed in: what is still shown is of who was. */
export async function leavePhone(): Promise<void> {
  const phone = phoneHere();
  if (phone && readBound()) await closeAlerts(phone);
}

/**
 * Whoever signs in takes over the phone's alerts, where they were turned on, and what is shown of the member before is closed; so does an
 * address that has changed. Each start of the app tells the address again, as Apple asks: what its service has said of it before is then old.
 */
export async function followPhone(token: string): Promise<void> {
  const bound = readBound();
  const phone = phoneHere();
  const whose = tailOf(token);
  if (!bound || !phone || alertService() === null || sessionStorage.getItem(FOLLOWED) === whose) return;
  if (bound.member !== currentViewer().user?.user_id) await closeAlerts(phone);
  await bind(await addressOf(phone), token);
  sessionStorage.setItem(FOLLOWED, whose);
}

async function bind(address: string, token: string): Promise<void> {
  const zone = readZone();
  await call("/api/account/push/phone", { json: { service: alertService(), address, zone } });
  localStorage.setItem(PHONE_BOUND, `${tailOf(token)} ${address} ${currentViewer().user?.user_id}`);
}
