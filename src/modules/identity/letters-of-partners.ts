/** The one letter to an address that a partner registered. */

import { defineLetter, type Letter, pick } from "#notifications";
import type { Language } from "#platform/http";

type Facts = {
  name: string;
  /** The partner's name and its own address for us: `acme`. */
  partner: string;
  partner_name: string;
  secret: string;
  days: number;
};

const writeInvitation = (facts: Facts, language: Language, publicUrl: string): Letter => ({
  subject: pick(
    language,
    `${facts.partner_name} registered your address. Open your account`,
    `${facts.partner_name} registró tu dirección. Abre tu cuenta`,
  ),
  headline: pick(language, `${facts.name}, your account is one press away`, `${facts.name}, tu cuenta está a un clic`),
  lead: pick(
    language,
    `${facts.partner_name} gave us this address so you can open an account. Nothing has been opened yet, and nothing costs anything.`,
    `${facts.partner_name} nos dio esta dirección para que puedas abrir una cuenta. Todavía no se abrió nada, y no tiene ningún costo.`,
  ),
  button: {
    label: pick(language, "Look and open my account", "Ver y abrir mi cuenta"),
    href: `${publicUrl}/pverify/${facts.secret}?partner=${facts.partner}`,
  },
  after: pick(
    language,
    `The link works once, for ${facts.days} days. Do nothing, and we delete your address then and don't write to it again about this.`,
    `El enlace funciona una vez, durante ${facts.days} días. Si no haces nada, borramos tu dirección después y no volvemos a escribirte por esto.`,
  ),
});

export const partnerInvitation = defineLetter(
  "partner_invitation",
  { en: "Invitation by a partner", es: "Invitación de un socio" },
  "account",
  writeInvitation,
  {
    secret: true,
    because: {
      en: "You're getting this email because a partner of ours registered this address.",
      es: "Recibes este correo porque uno de nuestros socios registró esta dirección.",
    },
  },
);
