/** How additions to cash back read in the passbook. */
import { describeCredits } from "#ledger";
import type { Describer, InWords } from "#platform/describer";
import { BOOST_TYPES, type BoostType } from "../../../brands/benefits.ts";

export const BOOST_NAMES: Readonly<Record<BoostType, InWords>> = {
  tenpercent: { en: "Ten percent extra", es: "10 % más" },
  seasonal: { en: "Seasonal extra", es: "Extra de temporada" },
  smarttravel: { en: "Smart travel extra", es: "Extra de viajes" },
};

export const boostDescriber: Describer = describeCredits(
  BOOST_TYPES.map((type) => `benefit.${type}`),
  (data) => {
    const name = BOOST_NAMES[String(data.title) as BoostType] ?? BOOST_NAMES.seasonal;
    const merchant = String(data.merchant ?? "");
    return {
      title: merchant ? { en: `${name.en}: ${merchant}`, es: `${name.es}: ${merchant}` } : name,
      icon: "gift",
      file: name.en,
    };
  },
);
