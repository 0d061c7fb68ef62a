/** Words of the command line, as people read them. */

/** Names of others as they write them, and words that the code writes as one. */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ cj: "CJ", faq: "FAQ", paypal: "PayPal", ayet: "ayeT-Studios", adgem: "AdGem", cpx: "CPX Research" },
  ...{ bitlabs: "BitLabs", theoremreach: "TheoremReach", generic: "Generic wall", fooddelivery: "Food delivery" },
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
