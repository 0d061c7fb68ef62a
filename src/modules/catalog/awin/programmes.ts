/**
 * Awin: joined programmes. The list tells neither rates nor validation times: those are asked for programme by programme
 * (`terms.ts`), spread over hours.
 */
import { asList, asRecord, asText, callJson, type NetworkDeps } from "../feeds/call-network.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { proposeFrom, withoutTerms } from "../feeds/propose-decision.ts";
import { readProgramme } from "../feeds/read-programme.ts";

export const awinHeaders = (settings: NetworkDeps["settings"]) => ({
  authorization: `Bearer ${settings.AWIN_TOKEN}`,
  accept: "application/json",
});
export const awinBase = (settings: NetworkDeps["settings"]) =>
  `${settings.AWIN_API_URL}/publishers/${encodeURIComponent(settings.AWIN_PUBLISHER_ID)}`;
const HANDFUL = 500;

export async function* awinProgrammes(deps: NetworkDeps): AsyncGenerator<Handful<ProgrammeRow>> {
  const url = `${awinBase(deps.settings)}/programmes?relationship=joined`;
  const { value, bytes } = await callJson<unknown>(deps, "awin", { url, headers: awinHeaders(deps.settings) });
  const all = asList(value).map(asRecord);
  for (let from = 0; from < all.length || from === 0; from += HANDFUL) {
    const read = all.slice(from, from + HANDFUL).map(readSummary);
    yield handful(read, from === 0 ? bytes : 0);
  }
}

export function readSummary(programme: Record<string, unknown>) {
  const description = asText(programme.description);
  return readProgramme({
    id: asText(programme.id),
    name: asText(programme.name),
    wanted_name: asText(programme.name),
    url: asText(programme.displayUrl),
    description: withoutTerms(description),
    countries: [asText(asRecord(programme.primaryRegion).countryCode)],
    is_global: false,
    logo_url: asText(programme.logoUrl),
    category: asText(programme.primarySector),
    tracking_link: asText(programme.clickThroughUrl),
    advertiser_id: asText(programme.id),
    terms: "",
    proposal: proposeFrom([description], null),
    groups: null,
    notes: [],
  });
}
