/** Sends what was tracked, in groups, by beacon: soon after it happened, and at the latest when the page is left. */
import { readCookie } from "#client/cookies.ts";
import { INSTALLED_COOKIE } from "#client/extension.ts";
import { sender, type Tracked, tracked } from "#client/track.ts";

/** What a call takes at once, and the 64 KiB that a browser lets be under way for beacons, less what others may need. */
const AT_ONCE = 25;
const BYTES = 48_000;
const SOON_MS = 1_000;

let waiting: ReturnType<typeof setTimeout> | null = null;
let after: (sent: readonly Tracked[]) => void = () => {};
let on = false;

function send(): void {
  if (waiting) clearTimeout(waiting);
  waiting = null;
  while (tracked.length > 0) {
    const installed = readCookie(INSTALLED_COOKIE);
    const group = tracked.slice(0, AT_ONCE).map((one) => (installed ? { ...one, install_time: installed } : one));
    let body = JSON.stringify(group);
    while (body.length > BYTES && group.length > 1) {
      group.pop();
      body = JSON.stringify(group);
    }
    // SPEC §7: one event goes by its own action; several at once are a list.
    const [first] = group;
    const alone = group.length === 1 && first;
    const to = `/api/elk?action=${alone ? alone.action : "batch"}`;
    // A browser that takes no more now is asked again when the next event comes.
    if (!navigator.sendBeacon(to, alone ? JSON.stringify(alone) : body)) return;
    tracked.splice(0, group.length);
    after(group);
  }
}

const onLeaving = () => document.visibilityState === "hidden" && send();

export function startSending(then: (sent: readonly Tracked[]) => void): void {
  after = then;
  sender.wake = () => {
    waiting ??= setTimeout(send, SOON_MS);
  };
  sender.now = send;
  if (!on) {
    on = true;
    document.addEventListener("visibilitychange", onLeaving);
    window.addEventListener("pagehide", send);
  }
  if (tracked.length > 0) sender.wake();
}

/** Nothing is sent, and what was remembered is forgotten. */
export function stopSending(then: (seen: readonly Tracked[]) => void): void {
  after = then;
  on = false;
  document.removeEventListener("visibilitychange", onLeaving);
  window.removeEventListener("pagehide", send);
  if (waiting) clearTimeout(waiting);
  waiting = null;
  sender.wake = () => after(tracked.splice(0));
  delete sender.now;
  if (tracked.length > 0) sender.wake();
}
