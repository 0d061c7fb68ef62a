/** Letters about what an operator did with an account. */

import { defineLetter, type Letter, pick } from "#notifications";
import type { Language } from "#platform/http";

type Facts = { name: string };
const ask = (language: Language) =>
  pick(
    language,
    "If you didn't ask us for this, reply to this email right away. A person reads it.",
    "Si no nos lo pediste, responde a este correo enseguida. Lo lee una persona.",
  );

const writeFactorReset = (facts: Facts, language: Language, publicUrl: string): Letter => ({
  subject: pick(language, "We removed your authenticator app", "Quitamos tu app de autenticación"),
  headline: pick(language, `${facts.name}, your second step is off`, `${facts.name}, tu segundo paso está desactivado`),
  lead: pick(
    language,
    "You told us that you lost it, so we removed it and signed out every device. Log in with your password and add it again.",
    "Nos dijiste que la perdiste, así que la quitamos y cerramos la sesión en todos los dispositivos. Inicia sesión con tu contraseña y agrégala de nuevo.",
  ),
  button: { label: pick(language, "Log in", "Iniciar sesión"), href: `${publicUrl}/login` },
  after: ask(language),
});

const writeAccountClosed = (facts: Facts, language: Language): Letter => ({
  subject: pick(language, "Your account is closed", "Tu cuenta está cerrada"),
  headline: pick(language, `${facts.name}, we closed your account`, `${facts.name}, cerramos tu cuenta`),
  lead: pick(
    language,
    "Nobody can log in to it for now, and no further membership payment is taken. Your passbook stays as it is.",
    "Por ahora nadie puede iniciar sesión en ella y no se cobra ningún otro pago de membresía. Tu libreta queda como está.",
  ),
  after: pick(
    language,
    "If you think that this is wrong, reply to this email. A person reads it and can open the account again.",
    "Si crees que no es correcto, responde a este correo. Lo lee una persona que puede abrir la cuenta de nuevo.",
  ),
});

const writeAccountRestored = (facts: Facts, language: Language, publicUrl: string): Letter => ({
  subject: pick(language, "Your account is open again", "Tu cuenta está abierta de nuevo"),
  headline: pick(
    language,
    `${facts.name}, your account is open again`,
    `${facts.name}, tu cuenta está abierta de nuevo`,
  ),
  lead: pick(
    language,
    "You can log in as before. A membership that ended meanwhile does not start again by itself.",
    "Puedes iniciar sesión como antes. Una membresía que terminó mientras tanto no empieza de nuevo por sí sola.",
  ),
  button: { label: pick(language, "Log in", "Iniciar sesión"), href: `${publicUrl}/login` },
});

export const factorReset = defineLetter(
  "factor_reset",
  { en: "Second step removed by us", es: "Quitamos el segundo paso" },
  "account",
  writeFactorReset,
);
export const accountClosed = defineLetter(
  "account_closed",
  { en: "Account closed by us", es: "Cerramos la cuenta" },
  "account",
  writeAccountClosed,
);
export const accountRestored = defineLetter(
  "account_restored",
  { en: "Account open again", es: "Cuenta abierta de nuevo" },
  "account",
  writeAccountRestored,
);

export const LETTERS_OF_OPERATORS = [factorReset, accountClosed, accountRestored];
