/** Businesses whose receipts are paid back, by kind and country: a table of the project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalog } from "#catalog";
import { CLAIM_TYPES, type ClaimTerms, type ClaimType, type PaidType } from "../../../brands/benefits.ts";
import type { BenefitPartner } from "./benefits.types.ts";
import { foldName, isSameName } from "./names.ts";

export type Partner = {
  type: ClaimType;
  country: string;
  name: string;
  domain: string | null;
  internal_name: string | null;
};

/** Shown beside a benefit (SPEC §9); its own page has all of them. */
export const MAX_SHOWN = 4;

/** `[kind, country, name, domain, our name of it, name of its picture]`, a row each. */
function readPartners(): readonly Partner[] {
  const text = readFileSync(join(import.meta.dirname, "partners/partners.ndjson"), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): Partner => {
      const [kind, country, name, domain, internal_name] = JSON.parse(line) as (string | null)[];
      const type = CLAIM_TYPES.find((one) => one === kind);
      if (!type || !country || !name) throw new Error(`A row of the partners' table cannot be read: ${line}`);
      return { type, country, name, domain: domain ?? null, internal_name: internal_name ?? null };
    });
}

export const PARTNERS = readPartners();
const BY_PLACE = Map.groupBy(PARTNERS, ({ type, country }) => `${type}:${country}`);
export const partnersOf = (type: PaidType, country: string): readonly Partner[] =>
  BY_PLACE.get(`${type}:${country}`) ?? [];

/** The business that a member names, under one of its names; null for none that is covered. */
export function findPartner(type: PaidType, country: string, merchant: string): Partner | null {
  const partners = partnersOf(type, country);
  const folded = foldName(merchant);
  return (
    partners.find(({ name }) => foldName(name) === folded) ??
    partners.find(({ internal_name }) => internal_name !== null && foldName(internal_name) === folded) ??
    partners.find(({ name }) => isSameName(name, merchant)) ??
    null
  );
}

/** Every name once, for whoever reads papers. */
export const partnerNames = (): { name: string; internal_name: string }[] => [
  ...new Map(
    PARTNERS.map(({ name, internal_name }) => [
      foldName(name),
      { name, internal_name: internal_name ?? foldName(name) },
    ]),
  ).values(),
];

/** What the rules compare papers with. */
export function knownAs(
  terms: Pick<ClaimTerms, "partners">,
  claim: { type: PaidType; country: string; merchant: string },
): { names: readonly string[]; internal_name: string | null } | null {
  const partner = findPartner(claim.type, claim.country, claim.merchant);
  if (partner) return { names: [partner.name], internal_name: partner.internal_name ?? foldName(partner.name) };
  return terms.partners === "any" ? { names: [], internal_name: null } : null;
}

export type Logos = Awaited<ReturnType<Catalog["logos"]>>;

/** Of those that are in the catalog too. */
export async function readLogos(catalog: Catalog, partners: readonly Partner[]): Promise<Logos> {
  const names = partners.flatMap(({ internal_name }) => (internal_name === null ? [] : [internal_name]));
  return names.length > 0 ? catalog.logos([...new Set(names)]) : new Map();
}

export const showPartners = (logos: Logos, partners: readonly Partner[]): BenefitPartner[] =>
  partners.map(({ name, domain, internal_name }) => {
    const store = internal_name === null ? undefined : logos.get(internal_name);
    return { name, domain, internal_name: store ? internal_name : null, logo_url: store?.logo_url ?? null };
  });
