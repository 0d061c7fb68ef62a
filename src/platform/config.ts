/**
 * Settings: environment variables, parsed once. A wrong value stops the start with the setting's name and what is
 * expected. Here stand the platform's own and the machinery; each module declares its own beside itself, and `#settings`
 * puts them together.
 */
import { z } from "zod";
import { findLiveProblems, isLocal, type Setting, type SettingFacts, type SettingProblem } from "#platform/going-live";
import { isNetwork } from "#platform/network";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["on", "off"]);
/** For a setting that is an address on the web. */
export const webAddress = z.url({ protocol: /^https?$/ });

/** Where the sandbox stands unless its ports are set: defaults that begin so move along with them. */
export const SANDBOX_ORIGIN = "http://127.0.0.1:3100";
export const SANDBOX_MAIL = "smtp://127.0.0.1:3125";
export const SANDBOX_APNS = "http://127.0.0.1:3244";

/** The sandbox's push service of Apple, which speaks HTTP/2 alone, has a port beside that of its mail server. */
export const sandboxApnsPort = (smtpPort: number): number => (smtpPort > 65_000 ? smtpPort - 119 : smtpPort + 119);

/**
 * Where an outside party answers: the sandbox's part of it, and with SANDBOX=off the party's own address, so that going live means
 * setting credentials alone.
 */
export const partyAddress = (path: string, words: string, own: string) =>
  webAddress.default(`${SANDBOX_ORIGIN}${path}`).meta({ description: words, own });

/** Names that the web server knows for the networks of one's own machine and house. */
const PROXIES_BY_NAME = /^(loopback|linklocal|uniquelocal)$/;

/** Settings by their names, each a type with its default and its words. */
export type Shape = Readonly<Record<string, z.ZodType>>;
export type ValuesOf<S extends Shape> = Readonly<z.infer<z.ZodObject<S>>>;

export const platformSettings = {
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("production")
    .describe("`production`, `development` or `test`"),
  PORT: port.default(3000).describe("port of the web server"),
  HOST: z.string().min(1).default("0.0.0.0").describe("address the web server listens on"),
  PUBLIC_URL: webAddress
    .transform((address) => address.replace(/\/$/, ""))
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
  TRUST_PROXY: z
    .string()
    .refine((list) => list.split(",").every((one) => PROXIES_BY_NAME.test(one.trim()) || isNetwork(one.trim())))
    .optional()
    .describe("addresses and networks of proxies in front, with commas, for the client's address and scheme"),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      "opens `/metrics` and `/api/docs`, as bearer or password; absent: only this machine reads them; needed when SANDBOX=off",
    ),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 characters; seals gift card links at rest; needed when SANDBOX=off"),
  INBOX_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(180)
    .max(3_650)
    .default(550)
    .describe("days that is kept what others told us and was acted on; what waits is always kept"),
  PROVIDER_BUDGET_FACTOR: z.coerce
    .number()
    .positive()
    .max(100_000)
    .optional()
    .describe("multiplies how often networks may be called; default 1, beside the sandbox 1000"),
  APP_WORKER: flag
    .default("on")
    .describe("`off`: browsers that have the site's worker (alerts, offline page) remove it with their next page"),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1).describe("multiplies every rate limit"),
};

/** As they are once the absent ones were worked out. */
export type PlatformSettings = ValuesOf<typeof platformSettings> & {
  readonly PUBLIC_URL: string;
  readonly PROVIDER_BUDGET_FACTOR: number;
};

/** What every module may read beside its own: no secret is among them. */
export const SHARED = ["NODE_ENV", "PUBLIC_URL", "SANDBOX", "RATE_LIMIT_FACTOR"] as const;
export type SharedSettings = Pick<PlatformSettings, (typeof SHARED)[number]>;

export const platformFacts: SettingFacts<keyof typeof platformSettings> = {
  keys: { SECRET_KEY: 32, METRICS_TOKEN: 16 },
  stores: ["DATABASE_OWNER_URL", "REDIS_URL"],
  checks: {
    PUBLIC_URL: (value) => {
      if (!value.startsWith("https:") || isLocal(value))
        return "must be the https address that people see; without it cookies travel in the open";
      return /^https:\/\/[^/?#]+$/.test(value) ? null : "must be an address without a path, such as `https://shop.com`";
    },
    DATABASE_URL: (value) =>
      value === "" ? "needs a PostgreSQL of yours; the embedded one has a known password and no backups" : null,
    PROVIDER_BUDGET_FACTOR: (value) =>
      Number(value) > 1 ? "is at most 1 when SANDBOX=off: the networks refuse more calls than they allow" : null,
  },
  absent: {
    PUBLIC_URL: ({ PORT }) => `http://localhost:${PORT}`,
    PROVIDER_BUDGET_FACTOR: ({ SANDBOX }) => (SANDBOX === "on" ? 1_000 : 1),
  },
};

/** The settings of one owner, the platform or a module. */
export type SettingsGroup = {
  /** With the words for the README. Of a module that has none but works with what all share, an empty one. */
  readonly settings: Shape;
  /** What is known of them beside their types, such as what may not stay so beside real people. */
  readonly facts?: SettingFacts;
};

export const PLATFORM = { name: "platform", settings: platformSettings, facts: platformFacts } as const;

/** What there is to set, in the order of the owners. */
export const listSettings = (groups: readonly SettingsGroup[]): Setting[] =>
  groups.flatMap(({ settings }) =>
    Object.entries(settings).map(([name, type]) => {
      const fallback = type.safeParse(undefined);
      const value = fallback.success ? fallback.data : undefined;
      const own = type.meta()?.own;
      return {
        ...{ name, description: type.description ?? "", fallback: value === undefined ? null : String(value) },
        own: own === undefined ? null : String(own),
      };
    }),
  );

/** The table of settings as the README shows it. */
export function tableOf(settings: readonly Setting[]): string {
  const code = (text: string) => ["`", "`"].join(text);
  const rows = settings.map(({ name, description, fallback, own }) => {
    const value = fallback === null ? "" : code(fallback);
    return `| ${code(name)} | ${value} | ${description}${own === null ? "" : `; with SANDBOX=off ${code(own)}`} |`;
  });
  return ["| setting | default | what it is |", "| --- | --- | --- |", ...rows].join("\n");
}

export class SettingsError extends Error {}

/** `problems`: what is wrong or, with SANDBOX=off, still the sandbox's; then the values are defaults where they are named. */
export function checkSettings(
  groups: readonly SettingsGroup[],
  environment: Record<string, string | undefined>,
): { values: Readonly<Record<string, unknown>>; problems: SettingProblem[] } {
  const known = listSettings(groups);
  // Empty strings count as absent, as shells and containers often set them so; a line's end comes along with a secret read from a file.
  const set = Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  const live = environment.SANDBOX?.trim() === "off";
  const own = known.flatMap(({ name, own }) => (live && own !== null ? [[name, own]] : []));
  const present: Record<string, string> = Object.fromEntries([...own, ...set]);
  const schema = z.object(Object.fromEntries(groups.flatMap(({ settings }) => Object.entries(settings))));
  const first = schema.safeParse(present);
  const wrong = (first.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    const expected = known.find((setting) => setting.name === name)?.description ?? "";
    return { name, text: `${issue.message} (${expected})` };
  });
  for (const { name } of wrong) delete present[name];
  const values = complete(groups, first.success ? first.data : schema.parse(present), present);
  const left = values.SANDBOX === "off" ? findLiveProblems(groups, values, known) : [];
  return { values, problems: [...wrong, ...left.filter(({ name }) => !wrong.some((one) => one.name === name))] };
}

/** Stops with all problems at once, one line each. */
export function refuseProblems(problems: readonly SettingProblem[]): void {
  const lines = problems.map(({ name, text }) => `  ${name}: ${text}`);
  if (lines.length) throw new SettingsError(`These settings are wrong:\n${lines.join("\n")}`);
}

function complete(
  groups: readonly SettingsGroup[],
  parsed: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const platform = z.object(platformSettings).parse(present);
  const moves =
    platform.SANDBOX === "on"
      ? ([
          [SANDBOX_ORIGIN, `http://127.0.0.1:${platform.SANDBOX_PORT}`],
          [SANDBOX_MAIL, `smtp://127.0.0.1:${platform.SANDBOX_SMTP_PORT}`],
          [SANDBOX_APNS, `http://127.0.0.1:${sandboxApnsPort(platform.SANDBOX_SMTP_PORT)}`],
        ] as const)
      : [];
  // The sandbox's own ports move all the addresses that were not set by hand.
  const moved = (name: string, value: unknown): unknown => {
    if (typeof value !== "string" || name in present) return value;
    const move = moves.find(([from]) => value.startsWith(from));
    return move ? move[1] + value.slice(move[0].length) : value;
  };
  const values = Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, moved(name, value)]));
  for (const { facts } of groups)
    for (const [name, work] of Object.entries(facts?.absent ?? {})) values[name] ??= work?.(platform);
  return values;
}

/** For what works with the platform alone, and need not wait until every module is read. Stops with all problems at once. */
export function readPlatform(environment: Record<string, string | undefined> = process.env): PlatformSettings {
  const { values, problems } = checkSettings([PLATFORM], environment);
  refuseProblems(problems);
  // The values were parsed by the very types from which this one is inferred.
  return values as PlatformSettings;
}
