/**
 * Where a touched alert leads: to a page of ours, and never nowhere. Members of a partner have alerts of their partner's host, and may
 * be signed in under another of ours; every host of ours knows every alert by its id (`/n/{push}`).
 */
const ALERT = /^\/n\/[\w-]{1,60}$/;
const MESSAGES = "/account/notifications";

/** `URL.parse` is not in every browser that shows alerts. */
function readAddress(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Null when it names no alert. */
export function pathOfAlertElsewhere(navigate: string): string | null {
  const path = readAddress(navigate)?.pathname ?? "";
  return ALERT.test(path) ? path : null;
}

/** `origin`: of the pages that show it. */
export function pageOfAlert(navigate: string | undefined, origin: string): string {
  const to = readAddress(navigate ?? MESSAGES, origin);
  return to?.origin === origin ? to.href : origin + (pathOfAlertElsewhere(navigate ?? "") ?? MESSAGES);
}
