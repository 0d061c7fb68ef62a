/** CJ: advertisers (classic XML look-up) with their program terms (GraphQL), as programmes and rates. */
import { asList, asRecord, asText, callJson, callText, type NetworkDeps } from "../feeds/call-network.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { proposeFrom } from "../feeds/propose-decision.ts";
import { readGroup, readProgramme, sortGroups } from "../feeds/read-programme.ts";
import { child, childText, parseXml, type XmlNode } from "../feeds/xml-tree.ts";

const PAGE_SIZE = 100;

export const cjHeaders = (settings: NetworkDeps["settings"]) => ({
  authorization: `Bearer ${settings.CJ_TOKEN}`,
  accept: "*/*",
});

/** All pages of an XML list call. `list` is the element that holds the rows and the totals. */
export async function* cjPages(
  deps: NetworkDeps,
  address: string,
  list: string,
): AsyncGenerator<{ rows: XmlNode[]; bytes: number }> {
  for (let page = 1, seen = 0; ; page += 1) {
    const text = await callText(deps, "cj", {
      url: `${address}&records-per-page=${PAGE_SIZE}&page-number=${page}`,
      headers: cjHeaders(deps.settings),
    });
    const root = parseXml(text);
    const found = child(root, list);
    if (!found) throw new Error(`CJ answered without ${list}: ${childText(root, "error-message") || root.name}`);
    seen += found.children.length;
    yield { rows: found.children, bytes: text.length };
    if (found.children.length === 0 || seen >= Number(found.attributes["total-matched"] ?? 0)) return;
  }
}

export type CjTerms = { locking_days: number | null; texts: string[] };

export async function* cjProgrammes(deps: NetworkDeps): AsyncGenerator<Handful<ProgrammeRow>> {
  const { settings } = deps;
  const terms = await readAllTerms(deps);
  const address = `${settings.CJ_ADVERTISERS_URL}/v2/advertiser-lookup?requestor-cid=${encodeURIComponent(settings.CJ_COMPANY_ID)}&advertiser-ids=joined`;
  for await (const { rows, bytes } of cjPages(deps, address, "advertisers")) {
    const read = rows.map((node) => readAdvertiser(node, terms.get(childText(node, "advertiser-id")), settings));
    yield handful(read, bytes);
  }
}

/** CJ's own deep link finds its advertiser by the destination, so that one is always in it. */
export const deepLink = (settings: Pick<NetworkDeps["settings"], "CJ_CLICK_URL" | "CJ_WEBSITE_ID">): string =>
  `${settings.CJ_CLICK_URL}/links/${encodeURIComponent(settings.CJ_WEBSITE_ID)}/type/dlg/sid/{SID}/{URL}`;

export function readAdvertiser(
  node: XmlNode,
  terms: CjTerms | undefined,
  settings: Pick<NetworkDeps["settings"], "CJ_CLICK_URL" | "CJ_WEBSITE_ID">,
) {
  const category = child(node, "primary-category");
  return readProgramme({
    id: childText(node, "advertiser-id"),
    name: childText(node, "advertiser-name"),
    wanted_name: childText(node, "advertiser-name"),
    url: childText(node, "program-url"),
    // The look-up tells no description, no countries and no logo.
    description: "",
    countries: [],
    is_global: false,
    logo_url: "",
    category: (category && (childText(category, "child") || childText(category, "parent"))) || "",
    tracking_link: deepLink(settings),
    advertiser_id: childText(node, "advertiser-id"),
    terms: terms?.texts.join(" ") ?? "",
    proposal: proposeFrom(terms?.texts ?? [], terms?.locking_days ?? null),
    ...groupsOf(node),
  });
}

function groupsOf(node: XmlNode) {
  const read = [];
  for (const action of child(node, "actions")?.children ?? []) {
    if (/lead|click|impression/i.test(childText(action, "type"))) continue;
    const id = childText(action, "id");
    for (const rate of child(action, "commission")?.children ?? []) {
      const named = rate.name === "itemlist";
      const text = rate.text.trim();
      read.push(
        readGroup(
          named ? `${id}:${rate.attributes.id ?? rate.attributes.name ?? ""}` : `${id}:default`,
          named ? (rate.attributes.name ?? "") : "Everything else",
          text.endsWith("%") ? text : "",
          text.endsWith("%") ? "" : text,
        ),
      );
    }
  }
  return sortGroups(read);
}

/** Contracts come in pages of at most 100. */
const CONTRACTS = 100;

/** Terms of every active contract by advertiser: special terms' texts and how long orders stay open. */
async function readAllTerms(deps: NetworkDeps): Promise<Map<string, CjTerms>> {
  const found = new Map<string, CjTerms>();
  const { settings } = deps;
  for (let offset = 0; ; offset += CONTRACTS) {
    const query = `{publisher{contracts(publisherId:${JSON.stringify(settings.CJ_COMPANY_ID)},limit:${CONTRACTS},offset:${offset}){totalCount count resultList{advertiserId status programTerms{id name specialTerms{name body} actionTerms{id actionTracker{id name type} lockingMethod{type durationInDays}}}}}}}`;
    const { value } = await callJson<Record<string, unknown>>(deps, "cj", {
      url: `${settings.CJ_PROGRAMS_URL}/query`,
      method: "POST",
      headers: cjHeaders(settings),
      json: { query },
    });
    const contracts = asRecord(asRecord(asRecord(value.data).publisher).contracts);
    if (contracts.resultList === undefined)
      throw new Error(
        `CJ refused its program terms: ${asText(asRecord(asList(value.errors)[0]).message) || "no reason"}`,
      );
    const rows = asList(contracts.resultList).map(asRecord);
    for (const row of rows)
      if (/^(|ACTIVE)$/i.test(asText(row.status))) found.set(asText(row.advertiserId), readTerms(row));
    if (rows.length === 0 || offset + rows.length >= Number(asText(contracts.totalCount) || "0")) return found;
  }
}

/** Orders that the advertiser locks by hand, or on a fixed day of the month, have no number of days. */
export function readTerms(contract: Record<string, unknown>): CjTerms {
  const terms = asRecord(contract.programTerms);
  const special = asRecord(terms.specialTerms);
  const days = asList(terms.actionTerms).map((action) => {
    const method = asRecord(asRecord(action).lockingMethod);
    const type = asText(method.type).toUpperCase();
    if (type === "IMMEDIATE") return 0;
    return type === "FIXED_DURATION" ? Number(asText(method.durationInDays) || "NaN") : Number.NaN;
  });
  const longest = days.length > 0 ? Math.max(...days) : Number.NaN;
  return {
    locking_days: Number.isInteger(longest) ? longest : null,
    texts: [asText(special.body)].filter(Boolean),
  };
}
