/**
 * Impact: campaigns with their contracts (partner API v16), as programmes and rates. Fields are those of the published
 * description, `partner-campaigns-v16` and `partner-contracts-v16`.
 */
import { asList, asRecord, asText, callJson, type NetworkDeps } from "../feeds/call-network.ts";
import { countryOfRegion } from "../feeds/countries.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { proposeFrom } from "../feeds/propose-decision.ts";
import { readGroup, readProgramme, sortGroups } from "../feeds/read-programme.ts";
import { merchantCategoryIn } from "../taxonomy/taxonomy.ts";

const PAGE_SIZE = 1_000;
/** A brand that names so many regions ships everywhere. */
const EVERYWHERE = 100;

type Body = Record<string, unknown>;

/** Without its version header a call is answered as the account was once set to, with other fields. */
export const impactHeaders = (settings: NetworkDeps["settings"], accept = "application/json") => ({
  authorization: `Basic ${Buffer.from(`${settings.IMPACT_ACCOUNT_SID}:${settings.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
  accept,
  "IR-Version": "16",
});

/** All pages of a list call; `@numpages` is a string, as everything in Impact's envelopes. `path` may be another than the list's name. */
export async function* impactPages(
  deps: NetworkDeps,
  list: string,
  options: { page_size?: number; path?: string } = {},
): AsyncGenerator<{ rows: Body[]; bytes: number }> {
  const { settings } = deps;
  const path = options.path ?? list;
  const bucket = path.startsWith("Catalogs") ? "impact-catalogs" : "impact";
  for (let page = 1; ; page += 1) {
    const url = `${settings.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(settings.IMPACT_ACCOUNT_SID)}/${path}?Page=${page}&PageSize=${options.page_size ?? PAGE_SIZE}`;
    const { value, bytes } = await callJson<Body>(deps, bucket, { url, headers: impactHeaders(settings) });
    yield { rows: asList(value[list]).map(asRecord), bytes };
    if (page >= Number(asText(value["@numpages"]) || 1)) return;
  }
}

export async function* impactProgrammes(deps: NetworkDeps): AsyncGenerator<Handful<ProgrammeRow>> {
  const contracts = new Map<string, Body>();
  for await (const { rows } of impactPages(deps, "Contracts"))
    for (const row of rows) contracts.set(asText(row.CampaignId), row);
  for await (const { rows, bytes } of impactPages(deps, "Campaigns")) {
    const read = rows.map((campaign) =>
      readCampaign(campaign, contracts.get(asText(campaign.CampaignId)), deps.settings.IMPACT_API_URL),
    );
    yield handful(read, bytes);
  }
}

export function readCampaign(campaign: Body, contract: Body | undefined, apiUrl: string) {
  const terms = asRecord(contract?.Terms);
  const special = asList(terms.SpecialTermsList).map((term) => asText(asRecord(term).TermsContent));
  const { groups, notes, locking_days } = readPayouts(terms);
  const regions = asList(campaign.ShippingRegions).map(asText);
  const countries = regions.map((word) => countryOfRegion(word) ?? word);
  const name = asText(campaign.CampaignName) || asText(campaign.AdvertiserName);
  const description = asText(campaign.CampaignDescription);
  const logo = asText(campaign.CampaignLogoUri);
  return readProgramme({
    id: asText(campaign.CampaignId),
    name,
    wanted_name: name,
    url: asText(campaign.CampaignUrl) || asText(campaign.AdvertiserUrl),
    description,
    countries,
    is_global: regions.length === 0 || regions.length >= EVERYWHERE,
    // A path of the API, behind its credentials.
    logo_url: logo.startsWith("/") ? `${apiUrl}${logo}` : "",
    // Impact has no categories: the description tells, as well as it can.
    category: merchantCategoryIn(`${name}. ${description}`),
    tracking_link: asText(campaign.TrackingLink),
    advertiser_id: asText(campaign.AdvertiserId),
    terms: special.join(" "),
    proposal: proposeFrom(special, locking_days),
    groups,
    notes,
  });
}

/** What sales pay: the default rate first, then the groups that other rates apply to. */
function readPayouts(terms: Body) {
  const events = asList(terms.EventPayouts)
    .map(asRecord)
    .filter((event) => asText(event.EventCategory).toUpperCase() === "SALE");
  const currency = asText(terms.Currency).toUpperCase();
  if (events.length > 0 && currency && currency !== "USD")
    return { groups: [], notes: [`pays in ${currency.slice(0, 3)}, only USD is settled`], locking_days: null };
  const read = events.flatMap((event) => {
    const groups = asList(event.PayoutGroups).map(asRecord);
    const several = events.length > 1 ? `${asText(event.EventTypeId)}:` : "";
    const rest = groups.length > 0 ? "Everything else" : asText(event.EventTypeName) || "Everything";
    return [
      readGroup(`${several}DEFAULT`, rest, rateText(event.DefaultPayoutRate), sumText(event.DefaultPayout)),
      ...groups.map((group) =>
        readGroup(
          `${several}${asText(group.Id)}`,
          groupName(group),
          rateText(group.PayoutRate, "0"),
          sumText(group.Payout),
        ),
      ),
    ];
  });
  return { ...sortGroups(read), locking_days: longestLocking(events) };
}

/** A rate of 0 beside a sum is only how the field is filled when the sum is what counts. */
const sumText = (value: unknown): string => (Number(asText(value)) > 0 ? asText(value) : "");
const rateText = (value: unknown, zero = ""): string => (asText(value) === "0" ? zero : asText(value));

const CUSTOMERS = ["New customers", "Existing customers"] as const;

/**
 * Groups have rules and no names. Categories are named as the store has them; everything else is the network's own code, and said
 * in words that `rateNameInSpanish` knows.
 */
function groupName(group: Body): string {
  const named = asList(group.Rules).map(asRecord).map(ruleName);
  return [...new Set(named)].filter(Boolean).join("; ") || "Some items";
}

function ruleName(rule: Body): string {
  const values = asList(rule.Values).map(asText).filter(Boolean).slice(0, 4);
  const not = asText(rule.Operator).includes("NOT");
  const kind = asText(rule.Variable);
  if (kind === "ITEM_CATEGORY") return values.length > 0 && not ? `Not ${values.join(", ")}` : values.join(", ");
  if (kind !== "CUSTOMER_STATUS") return "Some items";
  const status = ["NEW", "EXISTING"].indexOf(values.length === 1 ? (values[0] ?? "") : "");
  return CUSTOMERS[not ? 1 - status : status] ?? "Some customers";
}

const MONTH_DAYS = 31;

/** Days from the order to its locking, of the event that takes longest; null when no event says it from the tracking on. */
function longestLocking(events: readonly Body[]): number | null {
  const days = events.flatMap((event) => {
    const locking = asRecord(event.Locking);
    if (!/^(|TRACKED)$/i.test(asText(locking.Basis))) return [];
    const months = Number(asText(locking.MonthOffset) || "0");
    const extra = Number(asText(locking.DayOffset) || "0");
    // A schedule by months counts from the end of the order's own month.
    const rest = asText(locking.Period).toUpperCase() === "MONTH" ? MONTH_DAYS : 0;
    const sum = months * MONTH_DAYS + extra + rest;
    return Object.keys(locking).length > 0 && Number.isInteger(sum) && sum >= 0 ? [sum] : [];
  });
  return days.length > 0 ? Math.max(...days) : null;
}
