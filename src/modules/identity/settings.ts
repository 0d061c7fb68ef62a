/** Settings of accounts: other sign-ins, the captcha, the keys of tokens. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";
import { isAppleKey } from "./social/apple-key.ts";

/** Made for the sandbox alone, which knows its public half; it opens nothing anywhere else. */
const SANDBOX_APPLE_KEY =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxyGIAfA03m+6ZfCQOy/mTfKZYqiTYX6NNqSF2VSUv0KhRANCAATCnsi0P+NUeip7Ccu4kSWiBWZcn1sdlj4KL47uybxTVM7HFNBlzHDyXwueKoOs32nx5/09iBMqtbVC4aGVSTVQ";

export const identitySettings = {
  TOKEN_KEYS: z
    .string()
    .optional()
    .describe("signing keys as a JSON Web Key Set, newest first; absent: made once and kept in the database"),
  GOOGLE_ISSUER: partyAddress("/google", "Google sign-in (OpenID issuer)", "https://accounts.google.com"),
  GOOGLE_CLIENT_ID: z
    .string()
    .default("sandbox-google-client")
    .describe("Google client; `off`: no sign-in with Google"),
  GOOGLE_CLIENT_SECRET: z.string().default("sandbox-google-secret").describe("Google client secret"),
  APPLE_ISSUER: partyAddress("/apple", "Apple sign-in (OpenID issuer)", "https://appleid.apple.com"),
  APPLE_CLIENT_ID: z
    .string()
    .default("sandbox.tuppence.web")
    .describe("Apple Services ID; `off`: no sign-in with Apple"),
  APPLE_APP_ID: z
    .string()
    .min(1)
    .optional()
    .describe("Apple app (bundle) id, for whom notices may be; absent: only for the Services ID"),
  APPLE_TEAM_ID: z.string().default("sandboxtea").describe("Apple team"),
  APPLE_KEY_ID: z.string().default("sandboxkey").describe("Apple key"),
  APPLE_PRIVATE_KEY: z
    .string()
    .default(SANDBOX_APPLE_KEY)
    .describe("Apple key, PKCS #8 for ES256: the PEM text or what stands between its two lines"),
  FACEBOOK_DIALOG_URL: partyAddress(
    "/facebook/v24.0/dialog/oauth",
    "Facebook login dialog",
    "https://www.facebook.com/v24.0/dialog/oauth",
  ),
  FACEBOOK_GRAPH_URL: partyAddress(
    "/facebook/v24.0",
    "Facebook Graph API with its version",
    "https://graph.facebook.com/v24.0",
  ),
  FACEBOOK_APP_ID: z.string().default("sandbox-facebook-app").describe("Facebook app; `off`: no sign-in with Facebook"),
  FACEBOOK_APP_SECRET: z.string().default("sandbox-facebook-secret").describe("Facebook app secret"),
  RECAPTCHA_URL: webAddress
    .optional()
    .describe("reCAPTCHA, without the final `/api.js`; absent: `https://www.google.com/recaptcha`"),
  RECAPTCHA_SITE_KEY: z.string().optional().describe("reCAPTCHA site key; absent: people are never asked"),
  RECAPTCHA_SECRET: z.string().optional().describe("reCAPTCHA secret"),
  LEAKED_PASSWORDS_URL: webAddress
    .optional()
    .describe("leaked passwords by range, without the final `/range`; absent: the list that comes with the product"),
};

export const identityFacts: SettingFacts<keyof typeof identitySettings> = {
  parties: [
    { prefix: "GOOGLE_", unless: "GOOGLE_CLIENT_ID", calls: ["google"] },
    { prefix: "APPLE_", unless: "APPLE_CLIENT_ID", calls: ["apple"] },
    { prefix: "FACEBOOK_", unless: "FACEBOOK_APP_ID", calls: ["facebook"] },
  ],
  written: {
    APPLE_PRIVATE_KEY: [{ test: isAppleKey }, "is not the text of Apple's `.p8` file"],
  },
  together: [["RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET"]],
  checks: {
    TOKEN_KEYS: (value) =>
      value !== "" && !holdsPrivateKeys(value)
        ? "must be a JSON Web Key Set of private keys, each with `kid` and `d`; or leave it out"
        : null,
  },
};

export type IdentitySettings = SharedSettings & ValuesOf<typeof identitySettings>;

function holdsPrivateKeys(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { keys: { kid?: unknown; d?: unknown }[] };
    return keys.length > 0 && keys.every((key) => typeof key.kid === "string" && typeof key.d === "string");
  } catch {
    return false;
  }
}
