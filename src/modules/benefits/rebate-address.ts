/** Where a member gets their rebates, checked by what addresses of its country have. */

import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import formats from "./address-formats.json" with { type: "json" };
import { readAddress, saveAddress } from "./address-store.ts";
import type { RebateAddress } from "./benefits.types.ts";
import { lockMember } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import type { BenefitRefusal } from "./messages.ts";

type Format = { required: string; postal: string; regions: Readonly<Record<string, string>> };
const FORMATS: Readonly<Record<RebateAddress["country"], Format>> = formats;
/** The codes of states and provinces by country; none where addresses need none. */
const regionsOf = ({ required, regions }: Format): readonly string[] =>
  required.includes("S") ? Object.keys(regions).toSorted() : [];
export const REGIONS: Readonly<Record<RebateAddress["country"], readonly string[]>> = {
  US: regionsOf(FORMATS.US),
  CA: regionsOf(FORMATS.CA),
  GB: regionsOf(FORMATS.GB),
  AU: regionsOf(FORMATS.AU),
  NZ: regionsOf(FORMATS.NZ),
};
const MAX_LINE = 120;

export type GivenAddress = { [Field in keyof RebateAddress]: string };
type AddressRefusal = Extract<
  BenefitRefusal,
  "line1_invalid" | "city_invalid" | "region_invalid" | "postal_code_invalid" | "country_invalid"
>;

const isCountry = (text: string): text is RebateAddress["country"] => Object.hasOwn(FORMATS, text);
const tidy = (text: string): string => storableText(text).replace(/\s+/g, " ").trim().slice(0, MAX_LINE);

/** Whether a code is one of its country, and of its region where codes begin by region. */
function isPostalCode(code: string, { postal, regions }: Format, region: string): boolean {
  if (!new RegExp(`^(?:${postal})$`).test(code)) return false;
  const prefix = Object.hasOwn(regions, region) ? regions[region] : undefined;
  return !prefix || new RegExp(`^(?:${prefix})`).test(code);
}

export function checkAddress(given: GivenAddress): Outcome<RebateAddress, AddressRefusal> {
  const country = tidy(given.country).toUpperCase().replace(/^UK$/, "GB");
  if (!isCountry(country)) return refused("country_invalid");
  const format = FORMATS[country];
  const address = {
    ...{ line1: tidy(given.line1), line2: tidy(given.line2), city: tidy(given.city), country },
    region: tidy(given.region).toUpperCase(),
    postal_code: tidy(given.postal_code).toUpperCase(),
  };
  if (address.line1.length < 3) return refused("line1_invalid");
  if (address.city === "") return refused("city_invalid");
  const regions = Object.keys(format.regions);
  if (format.required.includes("S") && !regions.includes(address.region)) return refused("region_invalid");
  // Where addresses have no regions by law, people write one all the same.
  if (!isPostalCode(address.postal_code, format, address.region)) return refused("postal_code_invalid");
  return done(address);
}

export async function setRebateAddress(
  context: BenefitsDeps,
  userId: string,
  given: GivenAddress,
): Promise<Outcome<RebateAddress, BenefitRefusal>> {
  const checked = checkAddress(given);
  if (!checked.ok) return checked;
  await context.database.transaction(async (tx) => {
    await lockMember(tx, userId);
    await saveAddress(tx, userId, checked.value, context.clock.now());
  });
  return checked;
}

export const rebateAddress = (context: BenefitsDeps, userId: string): Promise<RebateAddress | null> =>
  readAddress(context.database.db, userId);
