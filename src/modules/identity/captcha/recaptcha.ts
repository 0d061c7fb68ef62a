/** reCAPTCHA by its own protocol: the token is checked once, at Google, within its two minutes. */
import type { Log } from "#platform/log";
import { OutgoingError, sendJson } from "#platform/outgoing";
import { type HealthNote, isFault } from "#platform/provider-health";

type Verdict = { success: boolean; hostname?: string; score?: number; action?: string; "error-codes"?: string[] };

/** What a browser needs to show the box; null when no captcha is configured. */
export type CaptchaOffer = { site_key: string; script_url: string } | null;

/** Google's own threshold for the invisible kind; the box of version 2 sends no score. */
const MIN_SCORE = 0.5;

/** Codes that speak of our own settings; the visitor did nothing wrong. */
const OWN_FAULTS: ReadonlySet<string> = new Set(["missing-input-secret", "invalid-input-secret"]);

export function createCaptcha(
  settings: { url: string; site_key: string | undefined; secret: string | undefined; host: string },
  log: Log,
  /** Counts an answer that says that we are set up wrong. */
  countFault: (reason: string) => void = () => {},
  /** Told how Google was heard of: one note for each check. */
  heard: (note: HealthNote) => Promise<void> = async () => {},
) {
  const { url, site_key, secret } = settings;
  return {
    offer: (): CaptchaOffer => (site_key && secret ? { site_key, script_url: `${url}/api.js` } : null),
    /** "away" when Google cannot be asked, or not by us: then the limits alone protect, or nobody could sign in. */
    async check(token: string, address: string): Promise<"passed" | "failed" | "away"> {
      if (!secret) return "passed";
      if (token === "" || token.length > 4_000) return "failed";
      try {
        const verdict = await sendJson<Verdict>({
          url: `${url}/api/siteverify`,
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ secret, response: token, remoteip: address }).toString(),
          timeout_ms: 5_000,
        });
        const own = verdict.success ? undefined : verdict["error-codes"]?.find((code) => OWN_FAULTS.has(code));
        if (own !== undefined) {
          countFault(own);
          await heard({ fault: `RECAPTCHA_SECRET is not accepted: ${own}` });
          log.error({ errors: verdict["error-codes"] }, "RECAPTCHA_SECRET is not accepted; visitors are not checked");
          return "away";
        }
        await heard({ ok: true });
        if (!verdict.success) {
          log.info({ errors: verdict["error-codes"] }, "captcha refused");
          return "failed";
        }
        // A token solved on another site is somebody else's work.
        if (verdict.hostname && verdict.hostname !== settings.host) return "failed";
        return verdict.score === undefined || verdict.score >= MIN_SCORE ? "passed" : "failed";
      } catch (error) {
        if (error instanceof OutgoingError && (error.unknown || isFault(error.status)))
          await heard({ fault: error.message });
        log.warn({ err: error }, "the captcha service did not answer");
        return "away";
      }
    },
  };
}
export type Captcha = ReturnType<typeof createCaptcha>;
