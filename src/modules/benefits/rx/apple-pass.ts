/**
 * The savings card for Apple Wallet: a signed `.pkpass` of the style "generic" (developer.apple.com/documentation/walletpasses).
 * Offered only where an operator has a pass type with its certificate.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Language } from "#platform/http";
import type { RxCard } from "../benefits.types.ts";
import type { BenefitsSettings } from "../settings.ts";
import { fieldsOf, RX_WORDS } from "./card-words.ts";

export type AppleKeys = { type: string; team: string; certificate: string; key: string; issuer: string };

/** PEM as files hold it; settings may write its line ends as `\n`. */
export const readPem = (text: string): string => text.replaceAll("\\n", "\n").trim();

/** Null unless all that a pass is signed with is set. */
export function readAppleKeys(settings: BenefitsSettings): AppleKeys | null {
  const { APPLE_PASS_TYPE: type, APPLE_PASS_TEAM: team, APPLE_PASS_CERTIFICATE: certificate } = settings;
  const { APPLE_PASS_KEY: key, APPLE_PASS_WWDR: issuer } = settings;
  if (!type || !team || !certificate || !key || !issuer) return null;
  return { type, team, certificate: readPem(certificate), key: readPem(key), issuer: readPem(issuer) };
}

const ICON = join(import.meta.dirname, "../../../../public/app-icon.svg");
/** Points of an icon on a lock screen, and of a logo on the pass; each once, twice and three times as fine. */
const PICTURES = { icon: 29, logo: 50 } as const;

let drawn: Promise<Record<string, Buffer>> | null = null;
async function drawPictures(): Promise<Record<string, Buffer>> {
  const svg = await readFile(ICON);
  const files = Object.entries(PICTURES).flatMap(([name, points]) =>
    [1, 2, 3].map(async (scale): Promise<[string, Buffer]> => {
      const side = points * scale;
      const png = await sharp(svg, { density: 300 }).resize(side, side).png().toBuffer();
      return [`${name}${scale === 1 ? "" : `@${scale}x`}.png`, png];
    }),
  );
  return Object.fromEntries(await Promise.all(files));
}

export async function makeApplePass(keys: AppleKeys, card: RxCard, language: Language): Promise<Buffer> {
  drawn ??= drawPictures();
  // Few ever ask for a pass: what signs it is read when the first does.
  const { PKPass } = await import("passkit-generator");
  const [name, ...numbers] = fieldsOf(card, language);
  const pass = new PKPass(
    await drawn,
    { wwdr: keys.issuer, signerCert: keys.certificate, signerKey: keys.key },
    {
      passTypeIdentifier: keys.type,
      teamIdentifier: keys.team,
      organizationName: card.administrator,
      // The same card again takes the place of the one that is there.
      serialNumber: card.member,
      description: RX_WORDS.title[language],
      logoText: RX_WORDS.title[language],
      backgroundColor: "rgb(253, 251, 246)",
      foregroundColor: "rgb(28, 27, 23)",
      labelColor: "rgb(91, 85, 72)",
    },
  );
  pass.type = "generic";
  if (name) pass.primaryFields.push({ key: "name", label: name.term, value: name.value });
  const fields = numbers.map(({ key, term, value }) => ({ key, label: term, value }));
  // What a pharmacist types stands on the front; the help line, which is long, on the back.
  pass.secondaryFields.push(...fields.filter(({ key }) => key === "member" || key === "group"));
  pass.auxiliaryFields.push(...fields.filter(({ key }) => key === "bin" || key === "pcn"));
  pass.backFields.push(
    { key: "not", label: RX_WORDS.title[language], value: `${RX_WORDS.not[language]} ${RX_WORDS.free[language]}` },
    ...fields.filter(({ key }) => key === "help"),
    { key: "web", label: card.administrator, value: card.url },
  );
  return pass.getAsBuffer();
}
