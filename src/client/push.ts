/** Alerts on this device: whether they can come here, turning them on and off, and following who is signed in. */
import { readZone } from "#ui/zone.ts";
import { call } from "./call.ts";
import { asPublic } from "./public-user-id.ts";
import { currentViewer } from "./viewer.ts";
import { workerReady } from "./worker.ts";

/** `install`: an iPhone takes them for apps of its home screen alone. */
export type PushState = "unsupported" | "install" | "blocked" | "off" | "on";

/** That this browser is told, and as whose: the end of the token that it was bound by, and the member's id. */
const BOUND = "push_bound";
const markOf = (token: string): string => `${token.slice(-24)} ${currentViewer().user?.user_id}`;
const memberOf = (mark: string): string => asPublic(mark.split(" ")[1] ?? "");
const dropAlerts = () => import("./kept.ts").then((part) => part.dropAlerts());
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent);

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return isApple() && !matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  return (await subscription()) && localStorage.getItem(BOUND) ? "on" : "off";
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

/** Asks, from a press alone. Answers how it stands then. */
export async function turnOn(key: string, token: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const worker = await workerReady();
  const kept = await worker.pushManager.getSubscription();
  // Made by a key that we had before: nothing could be sent by it.
  if (kept && !isMadeBy(kept, key)) await kept.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await bind(made, token);
  return "on";
}

export async function turnOff(): Promise<PushState> {
  const made = await subscription();
  localStorage.removeItem(BOUND);
  await dropAlerts();
  if (made) {
    await call("/api/account/push/drop", { json: { endpoint: made.endpoint } });
    await made.unsubscribe();
  }
  return "off";
}

async function bind(made: PushSubscription, token: string): Promise<void> {
  const { endpoint, expirationTime, keys } = made.toJSON();
  const zone = readZone();
  await call("/api/account/push", { json: { endpoint, expirationTime: expirationTime ?? null, keys, zone } });
  localStorage.setItem(BOUND, markOf(token));
}

/** Whoever signs in takes over the browser's alerts, where they were turned on. What is shown of the member before is closed. */
export async function followMember(token: string): Promise<void> {
  const bound = localStorage.getItem(BOUND);
  const mark = markOf(token);
  if (bound === null || bound === mark || Notification.permission !== "granted") return;
  if (memberOf(bound) !== memberOf(mark)) await dropAlerts();
  const made = await subscription();
  if (made) await bind(made, token).catch(() => null);
  else localStorage.removeItem(BOUND);
}

function isMadeBy(made: PushSubscription, key: string): boolean {
  const bytes = made.options.applicationServerKey;
  if (!bytes) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}
