/** Impact: campaigns with their contracts (partner API v16), as programmes and rates. */
import type { Config } from "#platform/config";
import { asList, asRecord, asText, callJson } from "../feeds/call-network.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { readGroup, readProgramme } from "../feeds/read-programme.ts";

const PAGE_SIZE = 1_000;

export const impactHeaders = (config: Config) => ({
  authorization: `Basic ${Buffer.from(`${config.IMPACT_ACCOUNT_SID}:${config.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
  accept: "application/json",
  "IR-Version": "16",
});

/** All pages of a list call; `@numpages` is a string, as everything in Impact's envelopes. */
export async function* impactPages(
  config: Config,
  call: string,
  pageSize = PAGE_SIZE,
): AsyncGenerator<{ rows: Record<string, unknown>[]; bytes: number }> {
  for (let page = 1; ; page += 1) {
    const url = `${config.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(config.IMPACT_ACCOUNT_SID)}/${call}?Page=${page}&PageSize=${pageSize}`;
    const { value, bytes } = await callJson<Record<string, unknown>>({ url, headers: impactHeaders(config) });
    yield { rows: asList(value[call]).map(asRecord), bytes };
    if (page >= Number(asText(value["@numpages"]) || 1)) return;
  }
}

export async function* impactProgrammes(config: Config): AsyncGenerator<Handful<ProgrammeRow>> {
  const contracts = new Map<string, Record<string, unknown>>();
  for await (const { rows } of impactPages(config, "Contracts"))
    for (const row of rows) contracts.set(asText(row.CampaignId), row);
  for await (const { rows, bytes } of impactPages(config, "Campaigns")) {
    const read = rows.map((campaign) => readCampaign(campaign, contracts.get(asText(campaign.CampaignId))));
    yield handful(read, bytes);
  }
}

export function readCampaign(campaign: Record<string, unknown>, contract: Record<string, unknown> | undefined) {
  const regions = asList(campaign.ShippingRegions).map(asText);
  const groups = asList(contract?.PayoutTermsList).flatMap((value) => {
    const term = asRecord(value);
    if (!/^(|USD)$/i.test(asText(term.PayoutCurrency))) return [];
    const code = asText(term.PayoutGroup) || asText(term.TrackerId);
    const name = asText(term.PayoutGroupName) || asText(term.TrackerName);
    const group = readGroup(code, name, asText(term.PayoutPercentage), asText(term.PayoutAmount));
    return group ? [group] : [];
  });
  const methods = asList(contract?.PromotionalMethods).map((method) => asText(method).toUpperCase());
  return readProgramme({
    id: asText(campaign.CampaignId),
    name: asText(campaign.CampaignName) || asText(campaign.AdvertiserName),
    wanted_name: asText(campaign.CampaignSlug) || asText(campaign.CampaignName),
    url: asText(campaign.CampaignUrl) || asText(campaign.AdvertiserUrl),
    description: asText(campaign.CampaignDescription),
    countries: regions,
    is_global: regions.length === 0 || regions.some((region) => /^world/i.test(region)),
    logo_url: asText(campaign.CampaignLogoUri),
    category: asText(campaign.CampaignCategory),
    tracking_link: asText(campaign.TrackingLink),
    // Without a contract that names cash back it is not ours to promise.
    cash_back_allowed: methods.some((method) => method.replaceAll(/[\s_-]/g, "") === "CASHBACK"),
    locking_days: asText(contract?.LockingDays),
    terms: asText(contract?.SpecialTerms),
    groups,
  });
}
