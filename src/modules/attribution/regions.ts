/**
 * Where the law asks for consent before anything that is not strictly necessary is kept: the European Economic Area and
 * the United Kingdom with the islands that follow its rules. The order of the signs stands in
 * `docs/decisions/0007-consent-by-place.md`.
 */
export type Region = "asks" | "free";

const COUNTRIES = new Set(
  `AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE
   IS LI NO GB UK GG JE IM GI AX GF GP MQ YT RE MF`.split(/\s+/),
);
/** Zones of those countries outside of `Europe/`, and zones of `Europe/` that lie elsewhere. */
const ALSO = new Set(
  `Atlantic/Azores Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Atlantic/Reykjavik Atlantic/Jan_Mayen
   Africa/Ceuta Arctic/Longyearbyen Asia/Nicosia Asia/Famagusta America/Cayenne America/Guadeloupe America/Martinique
   America/Marigot Indian/Mayotte Indian/Reunion Iceland GB GB-Eire Eire Portugal Poland WET CET MET EET`.split(/\s+/),
);
const ELSEWHERE = new Set(
  `Europe/Astrakhan Europe/Belgrade Europe/Chisinau Europe/Istanbul Europe/Kaliningrad Europe/Kirov Europe/Kiev
   Europe/Kyiv Europe/Minsk Europe/Moscow Europe/Podgorica Europe/Samara Europe/Sarajevo Europe/Saratov Europe/Simferopol
   Europe/Skopje Europe/Tirane Europe/Tiraspol Europe/Ulyanovsk Europe/Uzhgorod Europe/Volgograd Europe/Zaporozhye
   Europe/Zurich`.split(/\s+/),
);

/** Two letters as a proxy writes them; `XX` and `T1` are its words for "unknown". */
export function cleanCountry(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim().toUpperCase() : "";
  if (!/^[A-Z]{2}$/.test(text) || text === "XX" || text === "ZZ") return null;
  return text === "UK" ? "GB" : text;
}

export type Signs = {
  /** From the proxy in front; null when nobody told. */
  country: string | null;
  /** What the browser says of itself, sent with the first call. */
  time_zone: string | null;
  /** What this browser was found to be earlier in the session. */
  kept: string | null;
  accept_language: string | null;
};

export function regionOf(signs: Signs): Region {
  if (signs.country) return COUNTRIES.has(signs.country) ? "asks" : "free";
  const spoken = languageRegions(signs.accept_language);
  if (spoken.some((region) => COUNTRIES.has(region))) return "asks";
  const zone = signs.time_zone;
  if (zone && /^[A-Za-z_+\-/0-9]{2,60}$/.test(zone)) {
    if (ALSO.has(zone) || (zone.startsWith("Europe/") && !ELSEWHERE.has(zone))) return "asks";
    // A browser that hides its zone calls it UTC: that says nothing.
    if (!/^(UTC|GMT|Etc\/.*|Universal|Zulu)$/.test(zone)) return "free";
  }
  if (signs.kept === "asks" || signs.kept === "free") return signs.kept;
  return spoken.length > 0 ? "free" : "asks";
}

/** `es-US,es;q=0.9,en-GB;q=0.8` → US, GB. */
function languageRegions(header: string | null): string[] {
  return [...(header ?? "").slice(0, 200).matchAll(/\b[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/gi)].map((match) =>
    (match[1] ?? "").toUpperCase(),
  );
}
