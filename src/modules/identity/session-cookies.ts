/** The cookies of a session (SPEC §7, §9): the token, shared across the parent domain, and the binding secret beside it. */
import type { Clock } from "#platform/clock";
import { cookieDomain } from "#platform/cookie-domain";
import { cookieLine, readCookie } from "#platform/http";
import type { Member, SignedIn } from "./identity.types.ts";
import { DEVICE_COOKIE } from "./known-device.ts";

export const BIND_COOKIE = "tp_bind";
/** There while its member has a membership. */
const SUBSCRIBED_COOKIE = "sm_spsub";
/** Holds the ticket between the password and the second step. */
export const STEP_COOKIE = "tp_step";
const STEP_SECONDS = 600;
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;
/** As long as a page keeps a language that was chosen there (`#client/cookies.ts`). */
const LANGUAGE_SECONDS = 365 * 86_400;

export function createSessionCookies(publicUrl: string, tokenCookie: string, clock: Clock) {
  const secure = publicUrl.startsWith("https:");
  // Cross-site cookies must be secure; without https (a developer's machine) they stay on their own site.
  const shared = { secure, same_site: secure ? ("None" as const) : ("Lax" as const), domain: cookieDomain(publicUrl) };
  type Session = Pick<Member, "expires_at" | "subscribed">;
  // They end with the session, which a refresh does not make longer.
  const secondsOf = ({ expires_at }: Pick<Session, "expires_at">) =>
    Math.max(0, Math.round((expires_at.getTime() - clock.now().getTime()) / 1_000));
  const subscription = (member: Session) =>
    cookieLine(SUBSCRIBED_COOKIE, member.subscribed ? "1" : "", {
      ...shared,
      max_age_seconds: member.subscribed ? secondsOf(member) : 0,
    });
  return {
    /** Set-Cookie lines after a sign-in or refresh, for a browser that sent these cookies. */
    lines({ login_token, bind_secret, device_secret, member }: SignedIn, held: string | undefined): string[] {
      const seconds = secondsOf(member);
      const lines = [cookieLine(tokenCookie, login_token, { ...shared, max_age_seconds: seconds })];
      if (bind_secret)
        lines.push(cookieLine(BIND_COOKIE, bind_secret, { ...shared, max_age_seconds: seconds, http_only: true }));
      if (device_secret)
        lines.push(
          cookieLine(DEVICE_COOKIE, device_secret, { secure, http_only: true, max_age_seconds: DEVICE_DAYS * 86_400 }),
        );
      lines.push(subscription(member));
      // Pages speak the account's language where this browser has chosen none (SPEC §4). English needs no cookie.
      if (member.language === "es" && readCookie(held, "lang") === null)
        lines.push(cookieLine("lang", "es", { secure, max_age_seconds: LANGUAGE_SECONDS }));
      return lines;
    },
    /** The Set-Cookie line for a browser whose cookies say otherwise than the account; null where they agree. */
    subscription: (cookies: string | undefined, member: Session): string | null =>
      (readCookie(cookies, SUBSCRIBED_COOKIE) === "1") === member.subscribed ? null : subscription(member),
    step: (ticket: string | null): string =>
      cookieLine(STEP_COOKIE, ticket ?? "", {
        secure,
        same_site: "Lax",
        http_only: true,
        max_age_seconds: ticket ? STEP_SECONDS : 0,
      }),
    /** Set-Cookie lines that end it in this browser. */
    clear: (): string[] =>
      [tokenCookie, BIND_COOKIE, SUBSCRIBED_COOKIE].map((name) =>
        cookieLine(name, "", { ...shared, max_age_seconds: 0 }),
      ),
  };
}
