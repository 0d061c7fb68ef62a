/** What a visitor or member allows: read from their own browser or account, changed by them, kept with its proof. */
import { v4 as randomUuid } from "uuid";
import type { Tx } from "#platform/database";
import { cookieLine, readCookie } from "#platform/http";
import { done, type Outcome, refused } from "#platform/outcome";
import { type Choices, isAnyAllowed, isGpc, PURPOSES, permitted, readChoices, writeChoices } from "./choices.ts";
import type { AttributionContext, HeaderOf } from "./context.ts";
import { type AttributionRefusal, CHOICES_COOKIE, CHOICES_COOKIE_DAYS, REGION_COOKIE } from "./messages.ts";
import { cleanCountry, type Region, regionOf } from "./regions.ts";
import {
  adoptVisitor,
  type ConsentSource,
  findWording,
  insertConsents,
  readAccountChoices,
  readConsents,
} from "./store.ts";
import { type PrivacyWords, WORDINGS } from "./words.ts";

/** What holds for one request, from its headers alone. */
export type Privacy = { region: Region; gpc: boolean; country: string | null; permitted: Choices; chosen: boolean };

export type ShownChoices = {
  /** True while the banner is to be shown: the law of the place asks, and nobody has answered yet. */
  ask: boolean;
  region: Region;
  gpc: boolean;
  choices: Choices;
  permitted: Choices;
  chosen_at: string | null;
  version: string;
  words: PrivacyWords;
};
export type HistoryEntry = {
  purpose: keyof Choices;
  given: boolean;
  at: string;
  what: string;
  version: string;
  source: ConsentSource;
  gpc: boolean;
};

const MAX_HISTORY = 60;
type Person = { user_id: string } | null;

export function countryOf(context: AttributionContext, header: HeaderOf): string | null {
  const name = context.settings.COUNTRY_HEADER;
  return name ? cleanCountry(header(name)) : null;
}

export function privacyOf(context: AttributionContext, header: HeaderOf, time_zone: string | null = null): Privacy {
  const cookies = header("cookie") ?? undefined;
  const country = countryOf(context, header);
  const region = regionOf({
    country,
    time_zone,
    kept: readCookie(cookies, REGION_COOKIE),
    accept_language: header("accept-language"),
  });
  const gpc = isGpc(header("sec-gpc"));
  const kept = readChoices(readCookie(cookies, CHOICES_COOKIE));
  return {
    region,
    gpc,
    country,
    permitted: permitted({ region, gpc, choices: kept?.choices ?? null }),
    chosen: kept !== null,
  };
}

const isSecure = (context: AttributionContext) => context.settings.PUBLIC_URL.startsWith("https:");

/** The choices as they stand, and the cookies that carry them: an account's choices follow it to another browser. */
export async function showPrivacy(
  context: AttributionContext,
  input: { header: HeaderOf; person: Person; language: "en" | "es"; time_zone: string | null },
): Promise<{ shown: ShownChoices; cookies: string[] }> {
  const { header, person, language } = input;
  const privacy = privacyOf(context, header, input.time_zone);
  const kept = readChoices(readCookie(header("cookie") ?? undefined, CHOICES_COOKIE));
  if (person && kept?.visitor_id) await adoptVisitor(context.database.db, kept.visitor_id, person.user_id);
  const account = person ? await readAccountChoices(context.database.db, person.user_id) : null;
  if (person && privacy.gpc && account?.choices.marketing !== false) await recordSignal(context, input, privacy);
  const whole = account && PURPOSES.every((purpose) => account.choices[purpose] !== undefined);
  const newer = account && (!kept || Date.parse(kept.at) < account.at.getTime());
  const choices = newer ? { ...kept?.choices, ...account.choices } : (kept?.choices ?? null);
  const cookies: string[] = [];
  if (readCookie(header("cookie") ?? undefined, REGION_COOKIE) !== privacy.region)
    cookies.push(cookieLine(REGION_COOKIE, privacy.region, { max_age_seconds: 86_400, secure: isSecure(context) }));
  if (newer && whole)
    cookies.push(
      choicesLine(context, {
        choices: account.choices as Choices,
        version: account.version,
        at: account.at.toISOString(),
        visitor_id: kept?.visitor_id ?? null,
      }),
    );
  const at = newer ? account.at.toISOString() : (kept?.at ?? null);
  return {
    shown: {
      ask: privacy.region === "asks" && !kept && !whole,
      region: privacy.region,
      gpc: privacy.gpc,
      choices: permitted({ region: privacy.region, gpc: false, choices }),
      permitted: permitted({ region: privacy.region, gpc: privacy.gpc, choices }),
      chosen_at: at,
      version: WORDINGS[language].version,
      words: WORDINGS[language].words,
    },
    cookies,
  };
}

/** The signal is an opt-out of the known account too, so it is written down there. */
async function recordSignal(
  context: AttributionContext,
  input: { person: Person; language: "en" | "es" },
  privacy: Privacy,
): Promise<void> {
  await context.database.transaction((tx) =>
    insertConsents(tx, {
      visitor_id: randomUuid(),
      user_id: input.person?.user_id ?? null,
      choices: { marketing: false },
      version: WORDINGS[input.language].version,
      language: input.language,
      source: "signal",
      country: privacy.country,
      gpc: true,
      at: context.clock.now(),
    }),
  );
}

function choicesLine(context: AttributionContext, kept: Parameters<typeof writeChoices>[0]): string {
  return cookieLine(CHOICES_COOKIE, writeChoices(kept), {
    max_age_seconds: CHOICES_COOKIE_DAYS * 86_400,
    secure: isSecure(context),
  });
}

/**
 * Writes down what somebody chose, with the words they read. Whoever refuses everything gets a cookie that says so and
 * no id: nothing on their device tells them from anybody else.
 */
export async function choosePrivacy(
  context: AttributionContext,
  input: {
    header: HeaderOf;
    person: Person;
    choices: Choices;
    version: string;
    source: "banner" | "settings";
    time_zone: string | null;
  },
): Promise<Outcome<{ cookies: string[]; permitted: Choices }, AttributionRefusal>> {
  const wording = await findWording(context.database.db, input.version);
  if (!wording) return refused("wording_changed");
  const privacy = privacyOf(context, input.header, input.time_zone);
  const now = context.clock.now();
  const before = readChoices(readCookie(input.header("cookie") ?? undefined, CHOICES_COOKIE));
  const visitor_id = before?.visitor_id ?? randomUuid();
  const { choices, version, source } = input;
  await context.database.transaction((tx) =>
    insertConsents(tx, {
      visitor_id,
      user_id: input.person?.user_id ?? null,
      choices,
      version,
      language: wording.language,
      source,
      country: privacy.country,
      gpc: privacy.gpc,
      at: now,
    }),
  );
  const cookies = [
    choicesLine(context, {
      choices,
      version,
      at: now.toISOString(),
      visitor_id: isAnyAllowed(choices) ? visitor_id : null,
    }),
  ];
  return done({ cookies, permitted: permitted({ region: privacy.region, gpc: privacy.gpc, choices }) });
}

/**
 * Somebody asked us for it, by a request instead of a switch: this browser says no from now on, and so does the account, if there
 * is one. Other choices stay as they are.
 */
export async function refuseSharing(
  tx: Tx,
  context: AttributionContext,
  input: { header: HeaderOf; user_id: string | null; language: "en" | "es" },
): Promise<string[]> {
  const privacy = privacyOf(context, input.header);
  const at = context.clock.now();
  const before = readChoices(readCookie(input.header("cookie") ?? undefined, CHOICES_COOKIE));
  const { version, language } = WORDINGS[input.language];
  const visitor_id = before?.visitor_id ?? randomUuid();
  const { user_id } = input;
  await insertConsents(tx, {
    ...{ visitor_id, user_id, choices: { marketing: false }, version, language, at },
    ...{ source: "request", country: privacy.country, gpc: privacy.gpc },
  });
  const here = permitted({ region: privacy.region, gpc: false, choices: before?.choices ?? null });
  const choices = { ...here, marketing: false };
  const kept = { choices, version, at: at.toISOString(), visitor_id: isAnyAllowed(choices) ? visitor_id : null };
  return [choicesLine(context, kept)];
}

/** What an account said, newest first, with the words of each time. */
export async function privacyHistory(context: AttributionContext, userId: string): Promise<HistoryEntry[]> {
  const rows = await readConsents(context.database.db, userId, MAX_HISTORY);
  return rows.map(({ at, language: _language, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** For sending anything about an account: the browser's choices, and whatever the account itself refused. */
export async function permittedFor(context: AttributionContext, header: HeaderOf, userId: string): Promise<Choices> {
  const here = privacyOf(context, header).permitted;
  const account = await readAccountChoices(context.database.db, userId);
  return {
    attribution: here.attribution && account?.choices.attribution !== false,
    statistics: here.statistics && account?.choices.statistics !== false,
    marketing: here.marketing && account?.choices.marketing !== false,
  };
}
