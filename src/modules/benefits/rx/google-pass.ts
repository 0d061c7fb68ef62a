/**
 * The savings card for Google Wallet: a link with a signed token that holds the whole pass (developers.google.com/wallet/generic,
 * "JWT"). Offered only where an operator has an issuer account with a service account's key.
 */

import { importPKCS8, SignJWT } from "jose";
import type { Language } from "#platform/http";
import type { RxCard } from "../benefits.types.ts";
import type { BenefitsSettings } from "../settings.ts";
import { readPem } from "./apple-pass.ts";
import { fieldsOf, RX_WORDS } from "./card-words.ts";

export type GoogleKeys = { issuer: string; account: string; key: string };
const SAVE = "https://pay.google.com/gp/v/save/";
/** Longer links are cut by browsers, Google says. */
export const MAX_GOOGLE_LINK = 1_800;

/** Null unless all that a pass is signed with is set. */
export function readGoogleKeys(settings: BenefitsSettings): GoogleKeys | null {
  const { GOOGLE_PASS_ISSUER: issuer, GOOGLE_PASS_ACCOUNT: account, GOOGLE_PASS_KEY: key } = settings;
  return issuer && account && key ? { issuer, account, key: readPem(key) } : null;
}

const says = (language: Language, value: string) => ({ defaultValue: { language, value } });

export async function makeGoogleLink(
  { issuer, account, key }: GoogleKeys,
  card: RxCard,
  { language, at }: { language: Language; at: Date },
): Promise<string> {
  const [name, ...numbers] = fieldsOf(card, language);
  const classId = `${issuer}.savings-card`;
  const genericObject = {
    ...{ id: `${issuer}.${card.member}`, classId, state: "ACTIVE", hexBackgroundColor: "#fdfbf6" },
    cardTitle: says(language, card.administrator),
    subheader: says(language, RX_WORDS.not[language]),
    header: says(language, name?.value ?? card.name),
    textModulesData: numbers.map(({ key: id, term, value }) => ({ id, header: term, body: value })),
  };
  const payload = { genericClasses: [{ id: classId }], genericObjects: [genericObject] };
  const token = await new SignJWT({ aud: "google", typ: "savetowallet", origins: [], payload })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(account)
    .setIssuedAt(Math.floor(at.getTime() / 1_000))
    .sign(await importPKCS8(key, "RS256"));
  return `${SAVE}${token}`;
}
