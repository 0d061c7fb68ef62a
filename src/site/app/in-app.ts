/** The site inside the phone's own app: joined to the phone, which is told whether there is an account to lock. */
import { joinPhone } from "../../../mobile/src/bridge.ts";
import { keepSignedIn } from "../../../mobile/src/lock.ts";
import { phoneHere } from "../../../mobile/src/phone.ts";
import { followPhone, leavePhone } from "./phone-alerts.ts";

/** `token`: of who is signed in. */
export function inApp({ scheme, signedIn, token }: { scheme: string; signedIn: boolean | null; token?: string }): void {
  const phone = phoneHere();
  if (!phone) return;
  joinPhone(
    phone,
    { site: window.location.origin, scheme, hosts: [] },
    {
      go: (path) => window.location.assign(path),
      now: () => performance.timeOrigin + performance.now(),
      language: document.documentElement.lang === "es" ? "es" : "en",
    },
  );
  if (signedIn !== null) void keepSignedIn(phone, signedIn);
  // What fails here is tried again by the next page.
  if (signedIn === false) void leavePhone().catch(() => null);
  if (token) void followPhone(token).catch(() => null);
}
