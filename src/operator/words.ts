/** Words of the command line, as people read them. */

/** Outside parties as they write their names. */
const PARTIES: Readonly<Record<string, string>> = {
  ...{ impact: "Impact", cj: "CJ", awin: "Awin", stripe: "Stripe", paypal: "PayPal", tremendous: "Tremendous" },
  ...{ ayet: "ayeT-Studios", adgem: "AdGem", torox: "Torox", lootably: "Lootably", cpx: "CPX Research" },
  ...{ bitlabs: "BitLabs", theoremreach: "TheoremReach", pollfish: "Pollfish", twilio: "Twilio" },
  ...{ easypost: "EasyPost" },
};

/** Names of others as they write them, and words that the code writes as one. */
const READ_AS: Readonly<Record<string, string>> = {
  ...PARTIES,
  ...{ faq: "FAQ", generic: "Generic wall", fooddelivery: "Food delivery" },
  ...{ mobilephone: "Mobile phone", truckrental: "Truck rental", orderprotection: "Order protection" },
  ...{ reauth_needed: "Must be linked again", re_checked: "Checked again" },
};

/** Names of queues, acts and facts: "pay-out" is read "Pay out", and what the code spells in British in American. */
export const nameOf = (name: string): string => {
  const read = Object.hasOwn(READ_AS, name) ? READ_AS[name] : undefined;
  if (read !== undefined) return read;
  const words = name
    .replaceAll(/[-_]/g, " ")
    .replaceAll(/\bprogramme/g, "program")
    .replaceAll(/\bcatalogue\b/g, "catalog");
  return (words[0]?.toUpperCase() ?? "") + words.slice(1);
};

/** A value that is a code and nothing else; ids have figures, and people's own words have spaces or none of this. */
const CODE = /^[a-z]+(?:_[a-z]+)+$/;
const KINDS = /^(?:programmes|programme)$/;
const ANY_PARTY = Object.keys(PARTIES).join("|");
/** Where a party is named: at the beginning of a line or of a part of it, or behind "on" and "with". */
const NAMED = new RegExp(`(^|; | on | with |, (?=\\w+ \\d+$))(${ANY_PARTY})(?=[ :,;]|$)`, "g");
/** Feeds as the catalog calls them: the network, what it brings, and of which store. */
const FEED = new RegExp(`\\b(${ANY_PARTY})\\.(programmes|offers|products)(?:\\.([\\w-]+))?`, "g");

/** A value or a line, with the codes in it as people read them; what somebody wrote stays as it was. */
export const wordsOf = (text: string): string => {
  if (CODE.test(text) || KINDS.test(text) || Object.hasOwn(READ_AS, text)) return nameOf(text);
  return text
    .replaceAll(FEED, (_, party: string, kind: string, of: string | undefined) =>
      [nameOf(party), nameOf(kind).toLowerCase(), ...(of ? [of] : [])].join(" "),
    )
    .replaceAll(NAMED, (_, before: string, party: string) => before + nameOf(party));
};
