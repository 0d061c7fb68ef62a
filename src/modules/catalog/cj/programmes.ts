/** CJ: advertisers (classic XML look-up), as programmes and rates. */
import type { Config } from "#platform/config";
import { callText } from "../feeds/call-network.ts";
import { type Handful, handful, type ProgrammeRow } from "../feeds/feed.types.ts";
import { readGroup, readProgramme } from "../feeds/read-programme.ts";
import { child, childText, parseXml, type XmlNode } from "../feeds/xml-tree.ts";
import type { CommissionGroup } from "../rules.ts";

const PAGE_SIZE = 100;

export const cjHeaders = (config: Config) => ({ authorization: `Bearer ${config.CJ_TOKEN}`, accept: "*/*" });

/** All pages of an XML list call. `list` is the element that holds the rows and the totals. */
export async function* cjPages(
  config: Config,
  address: string,
  list: string,
): AsyncGenerator<{ rows: XmlNode[]; bytes: number }> {
  for (let page = 1, seen = 0; ; page += 1) {
    const text = await callText({
      url: `${address}&records-per-page=${PAGE_SIZE}&page-number=${page}`,
      headers: cjHeaders(config),
    });
    const root = parseXml(text);
    const found = child(root, list);
    if (!found) throw new Error(`CJ answered without ${list}: ${childText(root, "error-message") || root.name}`);
    seen += found.children.length;
    yield { rows: found.children, bytes: text.length };
    if (found.children.length === 0 || seen >= Number(found.attributes["total-matched"] ?? 0)) return;
  }
}

export async function* cjProgrammes(config: Config): AsyncGenerator<Handful<ProgrammeRow>> {
  const address = `${config.CJ_REST_URL}/v2/advertiser-lookup?requestor-cid=${encodeURIComponent(config.CJ_COMPANY_ID)}&advertiser-ids=joined`;
  for await (const { rows, bytes } of cjPages(config, address, "advertisers")) {
    const read = rows.map((node) => readAdvertiser(node, config.CJ_WEBSITE_ID));
    yield handful(read, bytes);
  }
}

export function readAdvertiser(node: XmlNode, websiteId: string) {
  const areas = child(node, "serviceable-areas");
  const countries = areas?.children.map((area) => area.text) ?? [];
  const category = child(node, "primary-category");
  const methods = child(node, "promotional-methods")?.children.map((method) => method.text.trim().toLowerCase()) ?? [];
  const url = childText(node, "program-url");
  return readProgramme({
    id: childText(node, "advertiser-id"),
    name: childText(node, "advertiser-name"),
    wanted_name: childText(node, "advertiser-slug") || childText(node, "advertiser-name"),
    url,
    description: childText(node, "program-description"),
    countries,
    is_global: countries.length === 0 || areas?.attributes.all === "true",
    logo_url: childText(node, "logo-url"),
    category: (category && (childText(category, "child") || childText(category, "parent"))) || "",
    // CJ's own deep link works for every joined advertiser when the row brings none.
    tracking_link:
      childText(node, "deep-link") || `https://www.anrdoezrs.net/links/${websiteId}/type/dlg/sid/{SID}/{URL}`,
    cash_back_allowed: methods.some((method) => method.replaceAll(/[\s_-]/g, "") === "cashback"),
    locking_days: childText(node, "locking-days"),
    terms: "",
    groups: groupsOf(node),
  });
}

function groupsOf(node: XmlNode): CommissionGroup[] {
  const groups: CommissionGroup[] = [];
  for (const action of child(node, "actions")?.children ?? []) {
    if (/lead|click|impression/i.test(childText(action, "type"))) continue;
    const id = childText(action, "id");
    for (const rate of child(action, "commission")?.children ?? []) {
      const named = rate.name === "itemlist";
      const text = rate.text.trim();
      const group = readGroup(
        named ? `${id}:${rate.attributes.id ?? rate.attributes.name ?? ""}` : `${id}:default`,
        named ? (rate.attributes.name ?? "") : "Everything else",
        text.endsWith("%") ? text : "",
        text.endsWith("%") ? "" : text,
      );
      if (group) groups.push(group);
    }
  }
  return groups;
}
