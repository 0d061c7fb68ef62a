/** Programmes and rates of any network, checked. Pure. */
import { parseMajor } from "#platform/money";
import { cleanLink, cleanText } from "../clean-text.ts";
import { domainOf } from "../names.ts";
import type { CommissionGroup } from "../rules.ts";
import { merchantCategoryOf } from "../taxonomy/taxonomy.ts";
import { countryOf } from "./countries.ts";
import { type ProgrammeRow, type Proposal, type Reject, sampleOf } from "./feed.types.ts";

export type RawProgramme = {
  id: string;
  name: string;
  wanted_name: string;
  url: string;
  description: string;
  countries: string[];
  is_global: boolean;
  logo_url: string;
  category: string;
  tracking_link: string;
  advertiser_id: string;
  terms: string;
  proposal: Proposal;
  groups: CommissionGroup[] | null;
  notes: string[];
};

export function readProgramme(raw: RawProgramme): ProgrammeRow | Reject {
  const reject = (reason: string): Reject => ({
    external_id: raw.id.slice(0, 200) || null,
    reason,
    sample: sampleOf(raw),
  });
  if (!/^\S{1,64}$/.test(raw.id)) return reject("no program id");
  const name = cleanText(raw.name, 120);
  if (!name) return reject("no name");
  const url = cleanLink(raw.url) ?? cleanLink(`https://${raw.url.trim()}`);
  const domain = url ? domainOf(url) : null;
  if (!url || !domain) return reject("the merchant's address is not a web address");
  // Templates hold {SID} and {URL}, which an address must not: they are checked without, and kept with them.
  if (!cleanLink(raw.tracking_link.replace("{SID}", "sid").replace("{URL}", "url")))
    return reject("the tracking link is not a web address");
  const notes = [...raw.notes];
  const countries = raw.countries.map((text) => {
    const code = countryOf(text);
    if (code === null && text.trim()) notes.push(`${text.slice(0, 40)} is not a country that we know`);
    return code;
  });
  return {
    network_programme_id: raw.id,
    name,
    wanted_name: cleanText(raw.wanted_name, 120) || name,
    url,
    domain,
    description: cleanText(raw.description, 1_000),
    countries: [...new Set(countries.filter((code) => code !== null))].sort(),
    is_global: raw.is_global,
    logo_url: cleanLink(raw.logo_url),
    category: merchantCategoryOf(cleanText(raw.category, 120)),
    tracking_link: raw.tracking_link.trim(),
    network_advertiser_id: /^\S{1,64}$/.test(raw.advertiser_id) ? raw.advertiser_id : null,
    terms: cleanText(raw.terms, 2_000) || null,
    proposal: raw.proposal,
    groups: raw.groups === null ? null : uniqueGroups(raw.groups),
    notes,
  };
}

export function uniqueGroups(groups: readonly CommissionGroup[]): CommissionGroup[] {
  const byCode = new Map<string, CommissionGroup>();
  for (const group of groups) {
    const code = group.code.slice(0, 60) || "DEFAULT";
    if (!byCode.has(code)) byCode.set(code, { ...group, code, name: cleanText(group.name, 120) || "Everything" });
  }
  return [...byCode.values()];
}

/** `4.5`, `4.50%` → 450 basis points; null for what cannot be a share (negative, above 100 %). */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(shortOf(text).replace(/%$/, "").trimEnd());
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Math.floor(Number(`0.${match[2] ?? "0"}`) * 100 + 1e-9);
  return bps <= 10_000 ? bps : null;
}

/** `30.00`, `USD 30.00` → cents; null for other currencies, negative sums and sums above $10,000. */
export function readFixed(text: string): bigint | null {
  const bare = shortOf(text)
    .replace(/^(?:USD|\$)/i, "")
    .replace(/USD$/i, "")
    .trim();
  const minor = /^[\d.,]{1,20}$/.test(bare) ? parseMajor(bare) : null;
  return minor !== null && minor >= 0n && minor <= 1_000_000n ? minor : null;
}

/** A rate is a short text; what is longer is none, and is not looked at. */
const shortOf = (text: string): string => (text.length > 60 ? "" : text.trim());

/**
 * A commission given as a percentage or as a sum, whichever can be read. Null when neither was given; a text says why what
 * was given is not taken.
 */
export function readGroup(code: string, name: string, percent: string, fixed: string): CommissionGroup | string | null {
  if (percent.trim()) {
    const bps = readPercent(percent);
    if (bps !== null) return { code, name, kind: "percent", bps, minor: 0n };
  }
  if (fixed.trim()) {
    const minor = readFixed(fixed);
    if (minor !== null) return { code, name, kind: "fixed", bps: 0, minor };
  }
  const given = (percent.trim() || fixed.trim()).slice(0, 40);
  return given ? `the rate ${given} of ${(name || code).slice(0, 60)} is not one that can be paid` : null;
}

/** Sorts what `readGroup` answered into groups and notes. */
export function sortGroups(read: readonly (CommissionGroup | string | null)[]): {
  groups: CommissionGroup[];
  notes: string[];
} {
  return {
    groups: read.filter((group) => group !== null && typeof group !== "string"),
    notes: read.filter((group) => typeof group === "string"),
  };
}
