/**
 * What may not stay as it is beside the sandbox once real people and money are there: each problem names its setting and says
 * what to set. What is known of a setting stands with its owner, as facts. Only settings are looked at here; what lies in the
 * database is looked at by the start itself.
 */
export type SettingProblem = { name: string; text: string };

/** `own`: what it is with SANDBOX=off unless it is set, the party's own address. */
export type Setting = { name: string; description: string; fallback: string | null; own: string | null };

/** What an owner knows of its settings beside their types. */
export type SettingFacts<Name extends string = string> = {
  /**
   * What an operator is given by an outside party begins so; a party whose `unless` is `off` or absent is not used at all. `calls`: the
   * names under which calls of that party are noted (`ProviderHealth`).
   */
  parties?: readonly { prefix: string; unless?: Name; calls?: readonly string[] }[];
  /** Keys that the operator makes, with their least length. */
  keys?: { readonly [N in Name]?: number };
  /** How a value is written by those who give it out, with the words for it: another one was taken from the wrong place. */
  written?: { readonly [N in Name]?: readonly [{ test(value: string): boolean }, string] };
  /** What is of use only as a whole: the others are missing as soon as one of them is set. */
  together?: readonly (readonly Name[])[];
  /** Addresses of stores of ours, which are no web addresses. */
  stores?: readonly Name[];
  /** Laws of single settings, instead of the one for addresses: null or what is wrong. An absent value comes as an empty text. */
  checks?: { readonly [N in Name]?: (value: string, fallback: string | null) => string | null };
  /** What a setting is when nothing is set and that depends on how the product runs. */
  absent?: {
    readonly [N in Name]?: (platform: {
      PORT: number;
      SANDBOX: "on" | "off";
      SANDBOX_PORT: number;
      SANDBOX_SMTP_PORT: number;
    }) => string | number;
  };
};

type Group = { readonly settings: Readonly<Record<string, unknown>>; readonly facts?: SettingFacts };

/** Addresses of outside parties, wherever they stand, unless their owner says otherwise. */
const OUTSIDE = /_(URL|ISSUER)$/;
/** How providers mark keys that move no money: Stripe `docs.stripe.com/keys`, Tremendous `developers.tremendous.com`, EasyPost `docs.easypost.com/docs/authentication`. */
const PRACTICE = /sandbox|^[spr]k_test_|^TEST_|^EZTK|testflight/i;
/** For the secrets that are a part of an address which others call. */
export const IN_AN_ADDRESS = [/^[\w.~-]+$/, "is a part of an address: set letters and figures alone"] as const;

/** What is wrong with `values` where people are real, in the order of `known`. */
export function findLiveProblems(
  groups: readonly Group[],
  values: Readonly<Record<string, unknown>>,
  known: readonly Setting[],
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const keys = new Set<unknown>();
  const settingOf = (name: string) => known.find((one) => one.name === name);
  for (const { settings, facts = {} } of groups) {
    for (const name of Object.keys(settings)) {
      const setting = settingOf(name);
      const text = setting && judge(setting, values, facts);
      if (text) problems.push({ name, text });
      else if (isLacking(name, values, facts)) problems.push({ name, text: "is missing; what belongs to it is set" });
    }
    for (const [name, least = 0] of Object.entries(facts.keys ?? {})) {
      const value = values[name];
      const fault = judgeKey(value, least, settingOf(name)?.fallback ?? null);
      const say = (text: string) => void problems.push({ name, text });
      if (fault) say(`${fault}; set at least ${least} characters by chance, such as \`openssl rand -hex 32\` gives`);
      else if (keys.has(value)) say("is also another setting's; set a key of its own");
      else if (facts.written?.[name] && !facts.written[name][0].test(String(value))) say(facts.written[name][1]);
      keys.add(value);
    }
  }
  return problems.toSorted((a, b) => place(known, a.name) - place(known, b.name));
}

function judge(setting: Setting, values: Readonly<Record<string, unknown>>, facts: SettingFacts): string | null {
  const { name, description, fallback } = setting;
  const value = values[name];
  const check = facts.checks?.[name];
  if (check) return check(String(value ?? ""), fallback);
  if (typeof value !== "string" || facts.keys?.[name] !== undefined || facts.stores?.includes(name)) return null;
  const party = facts.parties?.find(({ prefix }) => name.startsWith(prefix));
  if (party?.unless && (values[party.unless] ?? "off") === "off") return null;
  if (party && (value === fallback || PRACTICE.test(value)))
    return `needs the provider's own value, because SANDBOX=off (${description})`;
  if (party && value === "off" && !OUTSIDE.test(name))
    return `has no \`off\`; set the provider's own value (${description})`;
  const written = facts.written?.[name];
  if (written && value !== fallback && !written[0].test(value)) return written[1];
  if (!OUTSIDE.test(name) || value === "off" || written) return null;
  if (isLocal(value)) return `leads to this machine or to nobody; set the provider's own address (${description})`;
  return value.startsWith("https:") ? null : `must begin with https: (${description})`;
}

const isLacking = (name: string, values: Readonly<Record<string, unknown>>, { together = [] }: SettingFacts): boolean =>
  (values[name] ?? "") === "" &&
  together.some((whole) => whole.includes(name) && whole.some((other) => (values[other] ?? "") !== ""));

const place = (known: readonly Setting[], name: string) => known.findIndex((setting) => setting.name === name);

/** Names that RFC 2606 and RFC 6761 keep for examples, tests and one's own machine, and addresses that lead nowhere else. */
export function isLocal(address: string): boolean {
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
