/** When somebody chats, in a sentence. Only in the browser: what a server would call the zone may be called otherwise there. */
import type { ChatHours } from "#help";
import type { Language, Translate } from "#ui/text.tsx";

const localeOf = (language: Language): string => (language === "es" ? "es-US" : "en-US");

/** 2024-01-01 was a Monday. */
const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, day)));

function timeText(time: string, language: Language): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const words = new Intl.DateTimeFormat(localeOf(language), {
    ...{ hour: "numeric", timeZone: "UTC", hour12: true },
    ...(minute ? { minute: "2-digit" as const } : {}),
  }).format(new Date(Date.UTC(2024, 0, 1, hour, minute)));
  // As everywhere else here: browsers write "a.m." without its space.
  const whole = words.replace(/\s/g, "\u00a0");
  return language === "es" ? whole.replace(/([ap])\.m\./, "$1.\u00a0m.") : whole;
}

/** As the settings say them; browsers say "hora oriental". */
const SPANISH_ZONES: Readonly<Record<string, string>> = {
  "America/New_York": "hora del Este",
  "America/Chicago": "hora del Centro",
  "America/Denver": "hora de la Montaña",
  "America/Los_Angeles": "hora del Pacífico",
};

const zoneName = (zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" })
    .formatToParts(new Date(Date.UTC(2024, 0, 1)))
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;

export function hoursText({ hours, zone }: ChatHours, t: Translate, language: Language): string {
  const locale = localeOf(language);
  const spans = hours.map(({ days, from, until }) => {
    const [first = 1, last = 1] = [days[0], days.at(-1)];
    const inRow = days.length === last - first + 1 && days.length > 2;
    const named = inRow
      ? t("{{first}} to {{last}}", { first: dayName(first, locale), last: dayName(last, locale) })
      : days.map((day) => dayName(day, locale)).join(", ");
    return t("{{days}}, {{from}} to {{until}}", {
      ...{ days: named, from: timeText(from, language), until: timeText(until, language) },
    });
  });
  return `${spans.join("; ")} (${(language === "es" && SPANISH_ZONES[zone]) || zoneName(zone, locale)})`;
}
