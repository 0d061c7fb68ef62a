/** With SANDBOX=off the start refuses what is still the sandbox's, local or weak, setting by setting. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SettingsError } from "#platform/config";
import { SETTINGS } from "#settings";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { coinsFacts } from "../../modules/coins/settings.ts";
import { DEMO_MEMBERS } from "../demo/members.ts";
import { readConfigToStart } from "../going-live.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const APPLE_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

/** What an operator would set, credentials and nothing of what everybody knows of a provider; all of it made up for this test. */
const good = (): Record<string, string> => ({
  SANDBOX: "off",
  PUBLIC_URL: "https://www.tuppence-shop.com",
  DATABASE_URL: base.url,
  METRICS_TOKEN: "b7K2xq9Wm4Tz8Rp1",
  SECRET_KEY: "9f3c1e7ab2d84650c7e1f09a3b5d6e82",
  LEDGER_SEAL_KEY: "41b0c86d2fe95a7330d7c1e8a4f6b952",
  EXTENSION_SIGNING_KEY: "c7d10a94be3f4826915e0d7c2ab8f613",
  IMPACT_ACCOUNT_SID: "IRa81Cv0pQ",
  IMPACT_AUTH_TOKEN: "k8Vt2nQ5",
  IMPACT_POSTBACK_SECRET: "Zq7Lw3Xn9Bv5Kd1s",
  CJ_TOKEN: "5d9xk2m7",
  CJ_COMPANY_ID: "4411223",
  CJ_WEBSITE_ID: "7733441",
  AWIN_TOKEN: "c0ffee-41",
  AWIN_PUBLISHER_ID: "771188",
  AWIN_FEED_KEY: "e4d1",
  AWIN_POSTBACK_SECRET: "Rt6Yh2Gf8Jk4Mn0c",
  FORWARD_DOMAIN: "orders.tuppence-shop.com",
  MAILGUN_SIGNING_KEY: "off",
  PAYPAL_CLIENT_ID: "AdH3kk",
  PAYPAL_CLIENT_SECRET: "EGnH7",
  PAYPAL_WEBHOOK_ID: "8PT5970",
  TREMENDOUS_API_KEY: "PROD_9a1",
  TREMENDOUS_WEBHOOK_KEY: "wk-77",
  STRIPE_SECRET_KEY: "sk_live_51Habc",
  STRIPE_PUBLISHABLE_KEY: "pk_live_51Habc",
  STRIPE_WEBHOOK_SECRET: "whsec_9ab1",
  EASYPOST_API_KEY: "EZAK9f1",
  EASYPOST_WEBHOOK_SECRET: "h7Kq2Zt9Wb4Xn6Lm",
  BOOKING_DEMAND_TOKEN: "d3m4ndT0kenQ8w",
  BOOKING_DEMAND_AFFILIATE_ID: "3041577",
  EXPEDIA_XAP_KEY: "7c1de0a2-91f4-4b7e-a3c5-2f6d8e90b114",
  EXPEDIA_XAP_SECRET: "q8Zt4Lw1Xr7n",
  GOOGLE_CLIENT_ID: "off",
  GMAIL_CLIENT_ID: "off",
  MICROSOFT_CLIENT_ID: "off",
  APPLE_CLIENT_ID: "off",
  FACEBOOK_APP_ID: "off",
  TWILIO_ACCOUNT_SID: "off",
  VAPID_PUBLIC_KEY: "BOy8ZmCNgHHTQJmZHa_M50xWD-uc1N5wRxvIf9ng86HcOVUZeOHoaa705vft51tI4ksMasy5kgNN-O6uxz5YEtE",
  VAPID_PRIVATE_KEY: "2r7_prhmHg3s-zWLDF2Ol-Vg_9B4cLG7XqjlGP1rETI",
  VAPID_SUBJECT: "mailto:hello@tuppence-shop.com",
  FCM_SERVICE_ACCOUNT: "off",
  APNS_KEY: APPLE_KEY,
  APNS_KEY_ID: "4KT9W2QX7M",
  APNS_TEAM_ID: "T8PQ3NC345",
  APNS_TOPIC: "com.tuppence-shop.app",
  COINS_CALLBACK_SECRET: "Wp4Zs9Lk2Tq7Xd5b",
  AYET_API_KEY: "off",
  ADGEM_REFRESH_TOKEN: "off",
  TOROX_SECRET_KEY: "off",
  LOOTABLY_API_KEY: "off",
  GENERIC_WALL_API_KEY: "off",
  CPX_SECURE_HASH: "off",
  BITLABS_APP_TOKEN: "off",
  THEOREMREACH_API_KEY: "off",
  POLLFISH_API_KEY: "off",
  SMTP_URL: "smtps://u:p@smtp.tuppence-shop.com",
  MAIL_FROM: "Tuppence <hello@tuppence-shop.com>",
  MAIL_ADDRESS: "Tuppence Inc., 1209 Orange Street, Wilmington, DE 19801",
});

async function told(environment: Record<string, string | undefined>): Promise<string[]> {
  const failure = await readConfigToStart(environment).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return [];
  expect(failure).toBeInstanceOf(SettingsError);
  const [head, ...lines] = (failure as Error).message.split("\n");
  expect(head).toBe("These settings are wrong:");
  return lines.map((line) => line.trim());
}

it("goes on when every setting is one's own", async () => {
  expect(await told(good())).toEqual([]);
});

it("asks each provider at its own address, which nobody has to set", async () => {
  const config = await readConfigToStart({ ...good(), PAYPAL_API_URL: "https://paypal.proxy.tuppence-shop.com" });
  const sandbox = Object.entries(config).filter(([, value]) => /127\.0\.0\.1/.test(String(value)));
  // Of those that are `off` nothing is asked.
  expect(
    sandbox.map(([name]) => name).filter((name) => !/_ADDRESSES$|^(DATABASE|GENERIC_WALL_API)_URL$/.test(name)),
  ).toEqual([]);
  expect(config).toMatchObject({
    PAYPAL_API_URL: "https://paypal.proxy.tuppence-shop.com",
    TREMENDOUS_API_URL: "https://www.tremendous.com/api/v2",
    GOOGLE_ISSUER: "https://accounts.google.com",
    IMPACT_FILES_URL: "off",
  });
});

it("takes a value as it was meant that was copied with its line's end", async () => {
  const config = await readConfigToStart({ ...good(), PAYPAL_CLIENT_SECRET: " EGnH7\n", SANDBOX: "off\n" });
  expect(config).toMatchObject({ PAYPAL_CLIENT_SECRET: "EGnH7", SANDBOX: "off" });
});

it("takes the address that a vendor of offers or surveys is written at, also when it is the one that is documented for everybody", async () => {
  const vendors = [
    ["TOROX", "TOROX_SECRET_KEY", "support@torox.io", true],
    ["CPX", "CPX_SECURE_HASH", "support@cpx-research.com", true],
    ["BITLABS", "BITLABS_APP_TOKEN", "support@bitlabs.ai", false],
    ["THEOREMREACH", "THEOREMREACH_API_KEY", "admin@theoremreach.com", false],
    ["POLLFISH", "POLLFISH_API_KEY", "support@pollfish.com", false],
  ] as const;
  for (const [vendor, key, mail, mustBeSet] of vendors) {
    const name = `${vendor}_SUPPORT_MAIL`;
    const environment: Record<string, string> = { ...good(), [key]: "h7Kq2Zt9mW4x" };
    const of = (lines: string[]) => lines.filter((line) => line.startsWith(name)).length;
    expect(of(await told({ ...environment, [name]: mail })), `${mail} as it was set`).toBe(0);
    delete environment[name];
    expect(of(await told(environment)), `no ${name}`).toBe(mustBeSet ? 1 : 0);
  }
});

it("takes what is wholly set", async () => {
  const apart = {
    ...{ GOOGLE_PASS_ISSUER: "3388000000012345678", GOOGLE_PASS_ACCOUNT: "wallet@shop.iam.gserviceaccount.com" },
    ...{ GOOGLE_PASS_KEY: APPLE_KEY, GA4_MEASUREMENT_ID: "G-4XK2M9", GA4_API_SECRET: "h7Kq2Zt9" },
    ...{ APPLE_CLIENT_ID: "com.tuppence-shop.web", APPLE_TEAM_ID: "T8PQ3NC345", APPLE_KEY_ID: "4KT9W2QX7M" },
    APPLE_PRIVATE_KEY: APPLE_KEY.replace(/\n/g, "\\n"),
  };
  expect(await told({ ...good(), ...apart, STRIPE_SECRET_KEY: "rk_live_51Habc" })).toEqual([]);
});

it.each<[string, string, string[]]>([
  ["GA4_MEASUREMENT_ID", "G-4XK2M9", ["GA4_API_SECRET"]],
  ["RECAPTCHA_SITE_KEY", "6Lc7", ["RECAPTCHA_SECRET"]],
  ["RECEIPTS_S3_URL", "https://s3.us-east-1.amazonaws.com/receipts", ["RECEIPTS_S3_KEY_ID", "RECEIPTS_S3_SECRET"]],
  ["GOOGLE_PASS_ISSUER", "3388000000012345678", ["GOOGLE_PASS_ACCOUNT", "GOOGLE_PASS_KEY"]],
  [
    "APPLE_PASS_TYPE",
    "pass.com.shop",
    ["APPLE_PASS_TEAM", "APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY", "APPLE_PASS_WWDR"],
  ],
  ["TWILIO_ACCOUNT_SID", "AC0a1b2c3d4e5f60718293a4b5c6d7e8f9", ["TWILIO_AUTH_TOKEN", "TWILIO_FROM"]],
])("tells what lacks beside %s alone", async (name, value, lacks) => {
  const lines = await told({ ...good(), [name]: value });
  expect(lines.map((line) => line.split(":")[0])).toEqual(lacks);
});

it("takes stores by their own protocols, also that of the tables' owner", async () => {
  const stores = { DATABASE_OWNER_URL: "postgres://owner:w@db.tuppence-shop.com/shop", REDIS_URL: "redis://10.0.0.7" };
  expect(await told({ ...good(), ...stores })).toEqual([]);
});

describe("refuses, and nothing else beside it,", () => {
  const rest = "k3".repeat(8);
  it.each<[string, string | undefined, RegExp]>([
    ["PUBLIC_URL", undefined, /https address/],
    ["PUBLIC_URL", "http://www.tuppence-shop.com", /https address/],
    ["PUBLIC_URL", "https://localhost:3000", /https address/],
    ["PUBLIC_URL", "https://127.1", /https address/],
    ["PUBLIC_URL", "https://[::1]", /https address/],
    ["PUBLIC_URL", "https://tuppence.example", /https address/],
    ["DATABASE_URL", undefined, /a PostgreSQL of yours/],
    ["TRUST_PROXY", "garbage", /addresses and networks of proxies/],
    ["TRUST_PROXY", "10.0.0.0/99", /addresses and networks of proxies/],
    ["PIXELS_FILE", "/nowhere/pixels.json", /cannot be read/],
    ["FORWARD_SMTP_PEM", "/nowhere/mail.pem", /cannot be read/],
    ["METRICS_TOKEN", undefined, /is missing/],
    ["METRICS_TOKEN", "0123456789abcdef", /alphabet/],
    ["METRICS_TOKEN", "b7K2xq9Wm", /16/],
    ["IMAP_HOSTS", "shop.com=imaps://127.0.0.1:993", /on this machine/],
    ["IMAP_HOSTS", "shop.com=imap://imap.shop.com", /entries like/],
    ["SECRET_KEY", undefined, /is missing/],
    ["SECRET_KEY", "x".repeat(64), /repeats itself/],
    ["SECRET_KEY", "a7K2xq9Wm4".repeat(4), /repeats itself/],
    ["SECRET_KEY", "abcdefghijklmnopqrstuvwxyz0123456789", /alphabet/],
    ["SECRET_KEY", "short", /at least 32/],
    ["LEDGER_SEAL_KEY", undefined, /is missing/],
    ["EXTENSION_SIGNING_KEY", undefined, /is missing/],
    ["LEDGER_SEAL_KEY", "9f3c1e7ab2d84650c7e1f09a3b5d6e82", /is also another setting's/],
    ["IMPACT_POSTBACK_SECRET", undefined, /is the sandbox's/],
    ["IMPACT_POSTBACK_SECRET", "Zq7Lw3Xn9", /is too short/],
    ["IMPACT_POSTBACK_SECRET", rest, /repeats itself/],
    ["AWIN_POSTBACK_SECRET", "Zq7Lw3Xn9Bv5Kd1s", /is also another setting's/],
    ["AWIN_POSTBACK_SECRET", "sandbox-postback-secret", /is the sandbox's/],
    ["TOKEN_KEYS", "not json", /JSON Web Key Set/],
    ["TOKEN_KEYS", '{"keys":[{"kid":"1","x":"public half"}]}', /private keys/],
    ["SMTP_URL", undefined, /your mail server/],
    ["SMTP_URL", "smtp://127.0.0.1:25", /your mail server/],
    ["SMTP_URL", "smtp://user:word@localhost", /your mail server/],
    ["MAIL_FROM", undefined, /a domain of yours/],
    ["MAIL_FROM", "Tuppence <hello@example.com>", /a domain of yours/],
    ["MAIL_FROM", "root@localhost", /a domain of yours/],
    ["MAIL_FROM", "Tuppence", /a domain of yours/],
    ["MAIL_ADDRESS", undefined, /postal address/],
    ["PAYPAL_API_URL", "https://api-m.sandbox.paypal.com", /provider's own value/],
    ["PAYPAL_API_URL", "http://api-m.paypal.com", /begin with https/],
    ["TREMENDOUS_API_URL", "https://testflight.tremendous.com/api/v2", /provider's own value/],
    ["TREMENDOUS_API_KEY", "TEST_abc", /provider's own value/],
    ["STRIPE_SECRET_KEY", "sk_test_51Habc", /provider's own value/],
    ["STRIPE_SECRET_KEY", "rk_test_51Habc", /provider's own value/],
    ["STRIPE_PUBLISHABLE_KEY", "pk_test_51Habc", /provider's own value/],
    ["STRIPE_SECRET_KEY", "pk_live_51Habc", /begins with `sk_live_`/],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_51Habc", /begins with `pk_live_`/],
    ["STRIPE_WEBHOOK_SECRET", "51Habc51Habc", /begins with `whsec_`/],
    ["EASYPOST_API_KEY", "EZTK9f1", /provider's own value/],
    ["PAYPAL_CLIENT_ID", "off", /has no `off`/],
    ["TREMENDOUS_API_KEY", "off", /has no `off`/],
    ["CJ_TOKEN", "off", /has no `off`/],
    ["EASYPOST_WEBHOOK_SECRET", "off", /has no `off`/],
    ["IMPACT_POSTBACK_SECRET", "a/b?c#Zq7Lw3Xn9Bv5Kd1s", /letters and figures/],
    ["COINS_CALLBACK_SECRET", "Wp4Zs9Lk 2Tq7Xd5b/", /letters and figures/],
    ["PUBLIC_URL", "https://www.tuppence-shop.com/shop", /without a path/],
    ["PAYPAL_API_URL", "http://127.0.0.1:3100/paypal", /provider's own value/],
    ["IMPACT_API_URL", "http://localhost:9000/impact", /leads to this machine/],
    ["CJ_CLICK_URL", "https://[::ffff:127.0.0.1]/cj", /leads to this machine/],
    ["FCM_SERVICE_ACCOUNT", '{"type":"service_account"}', /JSON text of a service account's key/],
    ["APNS_KEY", "-----BEGIN PRIVATE KEY-----", /text of a `.p8` file/],
    ["APNS_KEY_ID", "4KT9", /id of this key/],
    ["APNS_URL", "https://api.sandbox.push.apple.com", /provider's own value/],
    ["APNS_URL", "http://api.push.apple.com", /begin with https/],
    ["RECAPTCHA_URL", "http://127.0.0.1:3100/recaptcha", /leads to this machine/],
    ["PROGRAMMES_DEFAULT", "accept-proposals", /decided by a person/],
    ["PROVIDER_BUDGET_FACTOR", "5", /at most 1/],
  ])("%s = %s", async (name, value, reason) => {
    const lines = await told({ ...good(), [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.startsWith(`${name}: `)).toBe(true);
    expect(lines[0]).toMatch(reason);
  });

  const PARTIES =
    /^(IMPACT|CJ|AWIN|PAYPAL|TREMENDOUS|STRIPE|GOOGLE|GMAIL|MICROSOFT|APPLE|FACEBOOK|TWILIO|FCM|APNS|AYET|ADGEM|TOROX|LOOTABLY|GENERIC_WALL|CPX|BITLABS|THEOREMREACH|POLLFISH)_/;
  // What a vendor documents for everybody is right as it is.
  const played = SETTINGS.filter(
    ({ name, fallback, own }) =>
      PARTIES.test(name) && fallback !== null && own === null && !(name in (coinsFacts.checks ?? {})),
  );
  it("each default that the sandbox knows, also of those who may be `off`", async () => {
    const environment = good();
    for (const { name } of played) delete environment[name];
    const lines = await told(environment);
    expect(lines.map((line) => line.split(":")[0]).toSorted()).toEqual(played.map(({ name }) => name).toSorted());
  });
});

it("refuses a key of Apple's that is none before anybody presses the button", async () => {
  const apple = { APPLE_CLIENT_ID: "com.shop.web", APPLE_TEAM_ID: "T8PQ3NC345", APPLE_KEY_ID: "4KT9W2QX7M" };
  const lines = await told({ ...good(), ...apple, APPLE_PRIVATE_KEY: "Zq7Lw3Xn9Bv5Kd1s" });
  expect(lines).toEqual(["APPLE_PRIVATE_KEY: is not the text of Apple's `.p8` file"]);
});

it("tells all at once: what cannot be read, what is the sandbox's, what is missing", async () => {
  const names = (await told({ SANDBOX: "off", PORT: "abc", METRICS_TOKEN: "short" })).map((line) => line.split(":")[0]);
  for (const name of ["PORT", "METRICS_TOKEN", "PUBLIC_URL", "SMTP_URL", "STRIPE_SECRET_KEY", "SECRET_KEY"])
    expect(names.filter((told) => told === name)).toEqual([name]);
});

it("refuses a role that could change the ledger", async () => {
  const lines = await told({ ...good(), DATABASE_URL: base.ownerUrl });
  expect(lines.map((line) => line.split(":")[0])).toEqual(["DATABASE_OWNER_URL"]);
});

it("refuses an owner of another database, which would be migrated in place of this one", async () => {
  const other = await createTestDatabase();
  try {
    const lines = await told({ ...good(), DATABASE_OWNER_URL: other.ownerUrl });
    expect(lines).toEqual([
      "DATABASE_OWNER_URL: leads to another database than DATABASE_URL; set the same one, as the role that owns its tables",
    ]);
    expect(await told({ ...good(), DATABASE_OWNER_URL: base.ownerUrl })).toEqual([]);
  } finally {
    await other.drop();
  }
});

it("refuses a database that holds demo members, with everything else that is wrong", async () => {
  const [rosa] = DEMO_MEMBERS;
  await base.handle.pool.query(
    `insert into identity.users (user_id, email, name, language, partner, created_at)
     values (gen_random_uuid(), $1, 'Rosa', 'en', 'tuppence', now())`,
    [rosa?.email],
  );
  const lines = await told({ ...good(), SMTP_URL: "smtp://localhost" });
  expect(lines.map((line) => line.split(":")[0])).toEqual(["SMTP_URL", "DATABASE_URL"]);
  expect(lines[1]).toContain("rosa@example.com");
  await base.handle.pool.query("delete from identity.users");
});
