/**
 * Settings: environment variables, parsed once. A wrong value stops the start with the setting's name and what is
 * expected. The table in the README is checked against `SETTINGS` by a test.
 */
import { z } from "zod";
import { findLiveProblems, type SettingProblem } from "#platform/going-live";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["on", "off"]);
const url = z.url({ protocol: /^https?$/ });

const SANDBOX = "http://127.0.0.1:3100";
/** Made for the sandbox alone, which knows its public half; it opens nothing anywhere else. */
const SANDBOX_APPLE_KEY =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxyGIAfA03m+6ZfCQOy/mTfKZYqiTYX6NNqSF2VSUv0KhRANCAATCnsi0P+NUeip7Ccu4kSWiBWZcn1sdlj4KL47uybxTVM7HFNBlzHDyXwueKoOs32nx5/09iBMqtbVC4aGVSTVQ";

const schema = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("production")
    .describe("`production`, `development` or `test`"),
  PORT: port.default(3000).describe("port of the web server"),
  HOST: z.string().min(1).default("0.0.0.0").describe("address the web server listens on"),
  PUBLIC_URL: url
    .optional()
    .describe("origin that people see, no path; default `http://localhost:PORT`; https when SANDBOX=off"),
  DATA_DIR: z.string().min(1).default(".data").describe("where the embedded database and the sandbox keep their files"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional()
    .describe("PostgreSQL; absent: the embedded one under DATA_DIR; needed when SANDBOX=off"),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional()
    .describe(
      "the same database as the role that owns its tables and migrates; the role of DATABASE_URL is made when it is not there; needed once a version when SANDBOX=off",
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16).describe("connections of one process"),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//)
    .optional()
    .describe("shared rate limits across nodes"),
  ROLE: z.enum(["all", "web", "worker"]).default("all").describe("`all`, `web` or `worker`: what this process does"),
  SANDBOX: flag.default("on").describe("`off` in production: no outside world is played"),
  SANDBOX_PORT: port.default(3100).describe("port of the sandbox"),
  SANDBOX_SMTP_PORT: port.default(3125).describe("port of the sandbox's mail server"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("least level that is logged"),
  TRUST_PROXY: z.string().optional().describe("addresses of proxies in front, for the client's address and scheme"),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .transform((name) => name.toLowerCase())
    .optional()
    .describe("header in which the proxy in front tells the reader's country, two letters; absent: unknown"),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      "opens `/metrics` and `/api/docs`, as bearer or password; absent: only this machine reads them; needed when SANDBOX=off",
    ),
  TOKEN_KEYS: z
    .string()
    .optional()
    .describe("signing keys as a JSON Web Key Set, newest first; absent: made once and kept in the database"),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 characters; seals gift card links at rest; needed when SANDBOX=off"),
  LEDGER_SEAL_KEY: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 characters; signs the ledger's daily seals, and is in no database; needed when SANDBOX=off"),
  LEDGER_SEALS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("where the ledger's seals are written, out of the database's reach; default `seals` under DATA_DIR"),
  LEDGER_SEALS_MAIL: z.email().optional().describe("whom each seal is told by mail; absent: nobody"),
  IMPACT_API_URL: url.default(`${SANDBOX}/impact`).describe("Impact partner API"),
  IMPACT_FILES_URL: z
    .union([z.literal("off"), url])
    .default(`${SANDBOX}/impact/files`)
    .describe("what the paths of Impact's catalogue files begin with; `off`: products are read by its API"),
  IMPACT_ACCOUNT_SID: z.string().default("IRsandbox0000").describe("Impact account"),
  IMPACT_AUTH_TOKEN: z.string().default("sandbox-impact-token").describe("Impact token"),
  IMPACT_POSTBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-postback-secret")
    .describe("part of the address that Impact calls"),
  CJ_API_URL: url
    .default(`${SANDBOX}/cj/commissions`)
    .describe("CJ commission detail; CJ's own is `https://commissions.api.cj.com`"),
  CJ_ADVERTISERS_URL: url
    .default(`${SANDBOX}/cj/advertiser-lookup`)
    .describe("CJ advertiser look-up; CJ's own is `https://advertiser-lookup.api.cj.com`"),
  CJ_LINKS_URL: url
    .default(`${SANDBOX}/cj/link-search`)
    .describe("CJ link search; CJ's own is `https://link-search.api.cj.com`"),
  CJ_PROGRAMS_URL: url
    .default(`${SANDBOX}/cj/programs`)
    .describe("CJ program terms; CJ's own is `https://programs.api.cj.com`"),
  CJ_ADS_URL: url.default(`${SANDBOX}/cj/ads`).describe("CJ product feeds; CJ's own is `https://ads.api.cj.com`"),
  CJ_CLICK_URL: url.default(`${SANDBOX}/cj`).describe("host of CJ's deep links, such as `https://www.anrdoezrs.net`"),
  CJ_TOKEN: z.string().default("sandbox-cj-token").describe("CJ personal access token"),
  CJ_COMPANY_ID: z.string().default("9990001").describe("CJ company (CID)"),
  CJ_WEBSITE_ID: z.string().default("8880001").describe("CJ web site (PID)"),
  AWIN_API_URL: url.default(`${SANDBOX}/awin/api`).describe("Awin publisher API"),
  AWIN_TOKEN: z.string().default("sandbox-awin-token").describe("Awin token"),
  AWIN_PUBLISHER_ID: z.string().default("45628").describe("Awin publisher"),
  AWIN_FEED_LIST_URL: url
    .default(`${SANDBOX}/awin/ui`)
    .describe("list of Awin's product feeds; Awin's own is `https://ui.awin.com`"),
  AWIN_FEED_URL: url
    .default(`${SANDBOX}/awin/productdata`)
    .describe("Awin product data; Awin's own is `https://productdata.awin.com`"),
  AWIN_FEED_KEY: z.string().default("sandbox-awin-feedkey").describe("Awin product data key"),
  AWIN_POSTBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-postback-secret")
    .describe("part of the address that Awin calls"),
  PAYPAL_API_URL: url.default(`${SANDBOX}/paypal`).describe("PayPal REST API"),
  PAYPAL_CLIENT_ID: z.string().default("sandbox-paypal-client").describe("PayPal client"),
  PAYPAL_CLIENT_SECRET: z.string().default("sandbox-paypal-secret").describe("PayPal secret"),
  PAYPAL_WEBHOOK_ID: z.string().default("sandbox-webhook").describe("PayPal webhook"),
  TREMENDOUS_API_URL: url.default(`${SANDBOX}/tremendous/api/v2`).describe("Tremendous API"),
  TREMENDOUS_API_KEY: z.string().default("TEST_sandbox").describe("Tremendous key"),
  TREMENDOUS_WEBHOOK_KEY: z.string().default("sandbox-tremendous-key").describe("signs Tremendous webhooks"),
  STRIPE_API_URL: url.default(`${SANDBOX}/stripe`).describe("Stripe API; Stripe's own is `https://api.stripe.com`"),
  STRIPE_SECRET_KEY: z.string().min(8).default("sk_test_sandbox").describe("Stripe secret key"),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).default("pk_test_sandbox").describe("Stripe publishable key, for browsers"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .default("whsec_sandbox")
    .describe("signs Stripe's webhooks to `/hooks/stripe`; while it is rotated both, with a comma between them"),
  STRIPE_JS_URL: url
    .default(`${SANDBOX}/stripe/endive/stripe.js`)
    .describe("script of the card fields; Stripe's own is `https://js.stripe.com/endive/stripe.js`"),
  GOOGLE_ISSUER: url.default(`${SANDBOX}/google`).describe("Google sign-in (OpenID issuer)"),
  GOOGLE_CLIENT_ID: z
    .string()
    .default("sandbox-google-client")
    .describe("Google client; `off`: no sign-in with Google"),
  GOOGLE_CLIENT_SECRET: z.string().default("sandbox-google-secret").describe("Google client secret"),
  APPLE_ISSUER: url.default(`${SANDBOX}/apple`).describe("Apple sign-in (OpenID issuer)"),
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
  FACEBOOK_DIALOG_URL: url.default(`${SANDBOX}/facebook/v24.0/dialog/oauth`).describe("Facebook login dialog"),
  FACEBOOK_GRAPH_URL: url.default(`${SANDBOX}/facebook/v24.0`).describe("Facebook Graph API with its version"),
  FACEBOOK_APP_ID: z.string().default("sandbox-facebook-app").describe("Facebook app; `off`: no sign-in with Facebook"),
  FACEBOOK_APP_SECRET: z.string().default("sandbox-facebook-secret").describe("Facebook app secret"),
  RECAPTCHA_URL: url.optional().describe("reCAPTCHA, without the final `/api.js`; absent: people are never asked"),
  RECAPTCHA_SITE_KEY: z.string().optional().describe("reCAPTCHA site key"),
  RECAPTCHA_SECRET: z.string().optional().describe("reCAPTCHA secret"),
  LEAKED_PASSWORDS_URL: url
    .optional()
    .describe("leaked passwords by range, without the final `/range`; absent: the list that comes with the product"),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .default("smtp://127.0.0.1:3125")
    .describe("mail server"),
  MAIL_FROM: z.string().default("Tuppence <hello@tuppence.example>").describe("sender of every mail"),
  MAIL_ADDRESS: z
    .string()
    .default("Tuppence, 1 Penny Lane, Wilmington, DE 19801")
    .describe("postal address printed in every mail"),
  TWILIO_API_URL: url.default(`${SANDBOX}/twilio`).describe("Twilio; their own is `https://api.twilio.com`"),
  TWILIO_ACCOUNT_SID: z
    .string()
    .default("ACsandbox00000000000000000000000000")
    .describe("Twilio account; `off`: no texts are offered"),
  TWILIO_AUTH_TOKEN: z.string().default("sandbox-twilio-token").describe("Twilio token"),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-zA-Z]+|\d{5,6})$/)
    .default("+15005550006")
    .describe("number or messaging service (`MG…`) that texts come from"),
  EVENTS_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(395)
    .describe("days that tracking events are kept"),
  CLICKS_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(180)
    .max(3_650)
    .default(550)
    .describe(
      "days that clicks are kept which earned no order; orders are reported, claimed and disputed up to a year late",
    ),
  INBOX_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(180)
    .max(3_650)
    .default(550)
    .describe("days that networks' rows are kept after they were acted on; what waits is always kept"),
  PIXELS_FILE: z.string().min(1).optional().describe("JSON file of partners' conversion pixels; absent: none"),
  GA4_API_URL: url
    .default(`${SANDBOX}/analytics`)
    .describe("Measurement Protocol; Google's own is `https://www.google-analytics.com`"),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/)
    .optional()
    .describe("Google Analytics data stream, `G-…`; absent: nothing is sent"),
  GA4_API_SECRET: z.string().min(4).optional().describe("its Measurement Protocol secret"),
  POLL_SECONDS: z.coerce.number().int().min(1).max(86_400).default(30).describe("how often network reports are read"),
  PROGRAMMES_DEFAULT: z
    .enum(["undecided", "accept-proposals"])
    .optional()
    .describe(
      "what programmes are until an operator decides (`npm run programmes`); `accept-proposals` only beside the sandbox, and the default there",
    ),
  PROVIDER_BUDGET_FACTOR: z.coerce
    .number()
    .positive()
    .max(100_000)
    .optional()
    .describe("multiplies how often networks may be called; default 1, beside the sandbox 1000"),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1).describe("multiplies every rate limit"),
});

export type Settings = Readonly<z.infer<typeof schema>>;
export type Config = Settings & {
  readonly PUBLIC_URL: string;
  readonly PROGRAMMES_DEFAULT: "undecided" | "accept-proposals";
  readonly PROVIDER_BUDGET_FACTOR: number;
};
export const SETTINGS = Object.entries(schema.shape).map(([name, type]) => {
  const fallback = type.safeParse(undefined);
  const value = fallback.success ? fallback.data : undefined;
  return { name, description: type.description ?? "", fallback: value === undefined ? null : String(value) };
});

/** The table of settings as the README shows it. */
export function settingsTable(): string {
  const code = (text: string) => ["`", "`"].join(text);
  const rows = SETTINGS.map(({ name, description, fallback }) => {
    const value = fallback === null ? "" : code(fallback);
    return `| ${code(name)} | ${value} | ${description} |`;
  });
  return ["| setting | default | what it is |", "| --- | --- | --- |", ...rows].join("\n");
}

export class SettingsError extends Error {}

/** `problems`: what is wrong or, with SANDBOX=off, still the sandbox's; then the settings are defaults where they are named. */
export function checkConfig(environment: Record<string, string | undefined>): {
  config: Config;
  problems: SettingProblem[];
} {
  // Empty strings count as absent, as shells and containers often set them so.
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const first = schema.safeParse(present);
  const wrong = (first.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    const expected = SETTINGS.find((setting) => setting.name === name)?.description ?? "";
    return { name, text: `${issue.message} (${expected})` };
  });
  for (const { name } of wrong) delete present[name];
  const config = complete(first.success ? first.data : schema.parse(present), present);
  const left = config.SANDBOX === "off" ? findLiveProblems(config, SETTINGS) : [];
  return { config, problems: [...wrong, ...left.filter(({ name }) => !wrong.some((one) => one.name === name))] };
}

/** Stops with all problems at once, one line each. */
export function refuseProblems(problems: readonly SettingProblem[]): void {
  const lines = problems.map(({ name, text }) => `  ${name}: ${text}`);
  if (lines.length) throw new SettingsError(`These settings are wrong:\n${lines.join("\n")}`);
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { config, problems } = checkConfig(environment);
  refuseProblems(problems);
  return config;
}

function complete(settings: Settings, present: Record<string, unknown>): Config {
  const played = settings.SANDBOX === "on";
  const sandbox = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
  // The sandbox's own port moves all the addresses that were not set by hand.
  const moved = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      played && typeof value === "string" && !(name in present) && value.startsWith(SANDBOX)
        ? sandbox + value.slice(SANDBOX.length)
        : value,
    ]),
  ) as Settings;
  return {
    ...moved,
    SMTP_URL: "SMTP_URL" in present ? settings.SMTP_URL : `smtp://127.0.0.1:${settings.SANDBOX_SMTP_PORT}`,
    PROGRAMMES_DEFAULT: settings.PROGRAMMES_DEFAULT ?? (played ? "accept-proposals" : "undecided"),
    PROVIDER_BUDGET_FACTOR: settings.PROVIDER_BUDGET_FACTOR ?? (played ? 1_000 : 1),
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ""),
  };
}
