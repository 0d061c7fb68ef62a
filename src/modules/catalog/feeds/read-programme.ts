/** Programmes and rates of any network, checked. Pure. */
import { parseMajor } from "#platform/money";
import { cleanLink, cleanText } from "../clean-text.ts";
import { domainOf } from "../names.ts";
import type { CommissionGroup } from "../rules.ts";
import { merchantCategoryOf } from "../taxonomy/taxonomy.ts";
import { type ProgrammeRow, type Reject, sampleOf } from "./feed.types.ts";

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
  cash_back_allowed: boolean;
  locking_days: string;
  terms: string;
  groups: CommissionGroup[];
};

export function readProgramme(raw: RawProgramme): ProgrammeRow | Reject {
  const reject = (reason: string): Reject => ({
    external_id: raw.id.slice(0, 200) || null,
    reason,
    sample: sampleOf(raw),
  });
  if (!/^\S{1,64}$/.test(raw.id)) return reject("no programme id");
  const name = cleanText(raw.name, 120);
  if (!name) return reject("no name");
  const url = cleanLink(raw.url) ?? cleanLink(`https://${raw.url.trim()}`);
  const domain = url ? domainOf(url) : null;
  if (!url || !domain) return reject("the merchant's address is not a web address");
  // Templates hold {SID} and {URL}, which an address must not: they are checked without, and kept with them.
  if (!cleanLink(raw.tracking_link.replace("{SID}", "sid").replace("{URL}", "url")))
    return reject("the tracking link is not a web address");
  const days = /^\d{1,3}$/.test(raw.locking_days.trim()) ? Number(raw.locking_days) : null;
  return {
    network_programme_id: raw.id,
    name,
    wanted_name: cleanText(raw.wanted_name, 120) || name,
    url,
    domain,
    description: cleanText(raw.description, 1_000),
    countries: [
      ...new Set(raw.countries.map((code) => code.trim().toUpperCase()).filter((code) => /^[A-Z]{2}$/.test(code))),
    ].sort(),
    is_global: raw.is_global,
    logo_url: cleanLink(raw.logo_url),
    category: merchantCategoryOf(cleanText(raw.category, 120)),
    tracking_link: raw.tracking_link.trim(),
    cash_back_allowed: raw.cash_back_allowed,
    locking_days: days !== null && days <= 730 ? days : null,
    terms: cleanText(raw.terms, 2_000) || null,
    groups: uniqueGroups(raw.groups),
  };
}

function uniqueGroups(groups: readonly CommissionGroup[]): CommissionGroup[] {
  const byCode = new Map<string, CommissionGroup>();
  for (const group of groups) {
    const code = group.code.slice(0, 60) || "DEFAULT";
    if (!byCode.has(code)) byCode.set(code, { ...group, code, name: cleanText(group.name, 120) || "Everything" });
  }
  return [...byCode.values()];
}

/** `4.5`, `4.50%` → 450 basis points; null for what cannot be a share (negative, above 100 %). */
export function readPercent(text: string): number | null {
  const match = /^\s*(\d{1,3})(?:\.(\d{1,6}))?\s*%?\s*$/.exec(text);
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Math.floor(Number(`0.${match[2] ?? "0"}`) * 100 + 1e-9);
  return bps <= 10_000 ? bps : null;
}

/** `30.00`, `USD 30.00` → cents; null for other currencies, negative sums and sums above $10,000. */
export function readFixed(text: string): bigint | null {
  const match = /^\s*(?:USD|\$)?\s*([\d.,]+)\s*(?:USD)?\s*$/i.exec(text);
  const minor = match ? parseMajor(match[1]) : null;
  return minor !== null && minor >= 0n && minor <= 1_000_000n ? minor : null;
}

/** A commission given as a percentage or as a sum, whichever can be read; null for neither. */
export function readGroup(code: string, name: string, percent: string, fixed: string): CommissionGroup | null {
  const bps = percent.trim() ? readPercent(percent) : null;
  if (bps !== null) return { code, name, kind: "percent", bps, minor: 0n };
  const minor = fixed.trim() ? readFixed(fixed) : null;
  return minor === null ? null : { code, name, kind: "fixed", bps: 0, minor };
}
