/**
 * What may not stay as it is beside the sandbox once real people and money are there: each problem names its setting and says
 * what to set. Only settings are looked at here; what lies in the database is looked at by the start itself.
 */
import type { Config } from "#platform/config";

export type SettingProblem = { name: string; text: string };

type Setting = { name: string; description: string; fallback: string | null };

/** Whose client id is `off` is not used at all. */
const SWITCHES = ["GOOGLE_CLIENT_ID", "APPLE_CLIENT_ID", "FACEBOOK_APP_ID", "TWILIO_ACCOUNT_SID"] as const;
/** What an operator is given by an outside party, by the party's name. */
const PROVIDERS = /^(IMPACT|CJ|AWIN|PAYPAL|TREMENDOUS|STRIPE|GOOGLE|APPLE|FACEBOOK|TWILIO|GA4)_/;
/** Addresses of outside parties; our own public address and our stores have laws of their own. */
const OUTSIDE = /_(URL|ISSUER)$/;
const OURS = new Set(["PUBLIC_URL", "DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SMTP_URL"]);
/** How providers mark keys that move no money: Stripe `docs.stripe.com/keys`, Tremendous `developers.tremendous.com`. */
const PRACTICE = /sandbox|^[spr]k_test_|^TEST_|testflight/i;
/** Keys that the operator makes, with their least length. */
const OWN_KEYS = {
  SECRET_KEY: 32,
  LEDGER_SEAL_KEY: 32,
  METRICS_TOKEN: 16,
  IMPACT_POSTBACK_SECRET: 16,
  AWIN_POSTBACK_SECRET: 16,
} as const;

export function findLiveProblems(settings: Config, known: readonly Setting[]): SettingProblem[] {
  const off = SWITCHES.filter((name) => settings[name] === "off").map((name) => `${name.split("_")[0]}_`);
  if (!settings.GA4_MEASUREMENT_ID) off.push("GA4_");
  const values: Record<string, unknown> = settings;
  const problems: SettingProblem[] = [];
  const say = (name: string, text: string) => void problems.push({ name, text });

  for (const { name, description, fallback } of known) {
    const value = values[name];
    if (typeof value !== "string" || off.some((provider) => name.startsWith(provider))) continue;
    if (name in OWN_KEYS) continue;
    if (PROVIDERS.test(name) && (value === fallback || PRACTICE.test(value)))
      say(name, `needs the provider's own value, because SANDBOX=off (${description})`);
    else if (OUTSIDE.test(name) && !OURS.has(name) && value !== "off" && isLocal(value))
      say(name, `leads to this machine or to nobody; set the provider's own address (${description})`);
    else if (OUTSIDE.test(name) && !OURS.has(name) && value !== "off" && !value.startsWith("https:"))
      say(name, `must begin with https: (${description})`);
  }

  for (const [at, [name, least]] of Object.entries(OWN_KEYS).entries()) {
    const fault = judgeKey(values[name], least, known.find((one) => one.name === name)?.fallback ?? null);
    if (fault)
      say(name, `${fault}; set at least ${least} characters by chance, such as \`openssl rand -hex 32\` gives`);
    else if (
      Object.keys(OWN_KEYS)
        .slice(0, at)
        .some((other) => values[other] === values[name])
    )
      say(name, "is also another setting's; set a key of its own");
  }

  if (!settings.PUBLIC_URL.startsWith("https:") || isLocal(settings.PUBLIC_URL))
    say("PUBLIC_URL", "must be the https address that people see; without it cookies travel in the open");
  if (!settings.DATABASE_URL)
    say("DATABASE_URL", "needs a PostgreSQL of yours; the embedded one has a known password and no backups");
  if (isLocal(settings.SMTP_URL)) say("SMTP_URL", "leads to this machine or to nobody; set your mail server");
  const sender = /@([^\s<>@]+)>?$/.exec(settings.MAIL_FROM.trim())?.[1];
  if (!sender || isLocal(`smtp://${sender}`))
    say("MAIL_FROM", "must hold an address of a domain of yours, such as `Tuppence <hello@…>`");
  if (settings.MAIL_ADDRESS === known.find((one) => one.name === "MAIL_ADDRESS")?.fallback)
    say("MAIL_ADDRESS", "is made up; set the postal address that the law wants in every mail");
  if (settings.TOKEN_KEYS !== undefined && !holdsPrivateKeys(settings.TOKEN_KEYS))
    say("TOKEN_KEYS", "must be a JSON Web Key Set of private keys, each with `kid` and `d`; or leave it out");
  if (settings.PROGRAMMES_DEFAULT === "accept-proposals")
    say("PROGRAMMES_DEFAULT", "is undecided when SANDBOX=off: whether cash back is allowed is decided by a person");
  if ((settings.PROVIDER_BUDGET_FACTOR ?? 1) > 1)
    say("PROVIDER_BUDGET_FACTOR", "is at most 1 when SANDBOX=off: the networks refuse more calls than they allow");
  return problems.toSorted((a, b) => place(known, a.name) - place(known, b.name));
}

const place = (known: readonly Setting[], name: string) => known.findIndex((setting) => setting.name === name);

/** Names that RFC 2606 and RFC 6761 keep for examples, tests and one's own machine, and addresses that lead nowhere else. */
function isLocal(address: string): boolean {
  // Only of known schemes does the parser read a host as a host, as in `127.1`.
  const url = URL.parse(address.replace(/^[a-z]+:/i, "http:"));
  if (!url) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return (
    /(^|\.)(localhost|local|test|invalid|example|localdomain)$/.test(host) ||
    /(^|\.)example\.(com|net|org)$/.test(host) ||
    /^(127\.|0\.|169\.254\.)/.test(host) ||
    /^(::1?|::ffff:7f.*|fe[89ab].*)$/.test(host)
  );
}

function judgeKey(value: unknown, least: number, fallback: string | null): string | null {
  if (typeof value !== "string") return "is missing";
  if (value === fallback || PRACTICE.test(value)) return "is the sandbox's";
  if (value.length < least) return "is too short";
  return isGuessable(value) ? "repeats itself or goes on as the alphabet does" : null;
}

/** Few different characters, one piece again and again, or characters that mostly follow their neighbours. */
function isGuessable(text: string): boolean {
  if (new Set(text).size < 8) return true;
  for (let piece = 1; piece <= text.length / 2; piece += 1)
    if (text.slice(piece) === text.slice(0, text.length - piece)) return true;
  const steps = [...text].slice(1).filter((letter, at) => Math.abs(letter.charCodeAt(0) - text.charCodeAt(at)) <= 1);
  return steps.length > text.length / 2;
}

function holdsPrivateKeys(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { keys: { kid?: unknown; d?: unknown }[] };
    return keys.length > 0 && keys.every((key) => typeof key.kid === "string" && typeof key.d === "string");
  } catch {
    return false;
  }
}
