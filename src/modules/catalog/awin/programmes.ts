/** Awin: joined programmes with their commission groups. */
import type { Config } from "#platform/config";
import { asList, asRecord, asText, callJson } from "../feeds/call-network.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { readGroup, readProgramme } from "../feeds/read-programme.ts";

export const awinHeaders = (config: Config) => ({
  authorization: `Bearer ${config.AWIN_TOKEN}`,
  accept: "application/json",
});
const HANDFUL = 500;

export async function* awinProgrammes(config: Config): AsyncGenerator<Handful<ProgrammeRow>> {
  const url = `${config.AWIN_API_URL}/publishers/${encodeURIComponent(config.AWIN_PUBLISHER_ID)}/programmes?relationship=joined`;
  const { value, bytes } = await callJson<unknown>({ url, headers: awinHeaders(config) });
  const all = asList(value).map(asRecord);
  for (let from = 0; from < all.length || from === 0; from += HANDFUL) {
    const read = all.slice(from, from + HANDFUL).map(readSummary);
    yield handful(read, from === 0 ? bytes : 0);
  }
}

export function readSummary(programme: Record<string, unknown>) {
  const regions = asRecord(programme.regions);
  const primary = asText(asRecord(programme.primaryRegion).countryCode);
  const listed = asList(regions.list).map((region) => asText(asRecord(region).countryCode));
  const types = asList(programme.promotionTypes).map((type) =>
    asText(type)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, ""),
  );
  const groups = asList(programme.commissionGroups).flatMap((value) => {
    const group = asRecord(value);
    if (!/^(|USD)$/i.test(asText(group.currency))) return [];
    const percent = asText(group.type).startsWith("percent") ? asText(group.percentage) : "";
    const read = readGroup(
      asText(group.groupCode) || asText(group.groupId),
      asText(group.groupName),
      percent,
      percent ? "" : asText(group.amount),
    );
    return read ? [read] : [];
  });
  return readProgramme({
    id: asText(programme.id),
    name: asText(programme.name),
    wanted_name: asText(programme.slug) || asText(programme.name),
    url: asText(programme.displayUrl),
    description: asText(programme.description),
    countries: listed.length > 0 ? listed : [primary],
    is_global: regions.all === true,
    logo_url: asText(programme.logoUrl),
    category: asText(programme.primarySector),
    tracking_link: asText(programme.clickThroughUrl),
    cash_back_allowed: types.includes("cashback"),
    locking_days: asText(programme.validationDays),
    terms: "",
    groups,
  });
}
