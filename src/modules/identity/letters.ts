/** Mails about an account and its safety. Links work once and say for how long. */

import { defineLetter, type Letter, pick, showMinute } from "#notifications";
import type { Language } from "#platform/http";

export type LinkFacts = { name: string; link: string };
export type ChangeFacts = { name: string; at: string; device: string };
export type EmailChangeFacts = { name: string; new_email: string; link: string | null };
export type FactorFacts = ChangeFacts & { factor: { en: string; es: string }; added: boolean };

const notYou = (language: Language) =>
  pick(
    language,
    "If this wasn't you, reset your password right away and reply to this email.",
    "Si no fuiste tú, restablece tu contraseña enseguida y responde a este correo.",
  );

const changeSlip = (facts: ChangeFacts, language: Language, zone: string | null): NonNullable<Letter["slip"]> => ({
  title: pick(language, "What happened", "Qué pasó"),
  rows: [
    { term: pick(language, "When", "Cuándo"), value: showMinute(facts.at, language, zone) },
    { term: pick(language, "Device", "Dispositivo"), value: facts.device },
  ],
});

function writeVerifyEmail(facts: LinkFacts & { fresh: boolean }, language: Language): Letter {
  return {
    subject: facts.fresh
      ? pick(language, "Your passbook is open. Confirm your email", "Tu libreta está abierta. Confirma tu correo")
      : pick(language, "Confirm your email", "Confirma tu correo"),
    headline: facts.fresh
      ? pick(language, `Welcome, ${facts.name}`, `Te damos la bienvenida, ${facts.name}`)
      : pick(language, "Confirm your email", "Confirma tu correo"),
    lead: facts.fresh
      ? pick(
          language,
          "Cash back and coupons are free, and we track every cent with its date. Confirm this address so payouts and news about your money reach you.",
          "El dinero de vuelta y los cupones son gratis, y registramos cada centavo con su fecha. Confirma esta dirección para que te lleguen tus retiros y las noticias de tu dinero.",
        )
      : pick(
          language,
          "One click, and payouts and news about your money will reach you at this address.",
          "Con un clic, tus retiros y las noticias de tu dinero te llegarán a esta dirección.",
        ),
    button: { label: pick(language, "Confirm my email", "Confirmar mi correo"), href: facts.link },
    after: pick(
      language,
      "The link works once, for 72 hours. If you didn't open an account, ignore this email. Nobody can use it without this link.",
      "El enlace funciona una vez, durante 72 horas. Si no abriste una cuenta, ignora este correo. Nadie puede usarla sin este enlace.",
    ),
  };
}

function writeResetPassword(facts: LinkFacts, language: Language): Letter {
  return {
    subject: pick(language, "Set a new password", "Crea una contraseña nueva"),
    headline: pick(language, "Set a new password", "Crea una contraseña nueva"),
    lead: pick(
      language,
      "Someone asked to reset this account's password. If it was you, choose a new one here.",
      "Alguien pidió restablecer la contraseña de esta cuenta. Si fuiste tú, elige una nueva aquí.",
    ),
    button: { label: pick(language, "Choose a new password", "Elegir una contraseña nueva"), href: facts.link },
    after: pick(
      language,
      "The link works once, for 60 minutes. If it wasn't you, ignore this email. Your password won't change.",
      "El enlace funciona una vez, durante 60 minutos. Si no fuiste tú, ignora este correo. Tu contraseña no cambiará.",
    ),
  };
}

function writeSetPassword(facts: LinkFacts, language: Language): Letter {
  return {
    subject: pick(language, "Choose your password", "Elige tu contraseña"),
    headline: pick(language, `${facts.name}, choose your password`, `${facts.name}, elige tu contraseña`),
    lead: pick(
      language,
      "Your account is ready. Choose a password to log in with this address.",
      "Tu cuenta está lista. Elige una contraseña y podrás iniciar sesión con esta dirección.",
    ),
    button: { label: pick(language, "Choose a password", "Elegir una contraseña"), href: facts.link },
    after: pick(language, "The link works once, for 72 hours.", "El enlace funciona una vez, durante 72 horas."),
  };
}

function writeRegisteredAgain(facts: { name: string }, language: Language, publicUrl: string): Letter {
  return {
    subject: pick(language, "You already have an account", "Ya tienes una cuenta"),
    headline: pick(language, `${facts.name}, you already have an account`, `${facts.name}, ya tienes una cuenta`),
    lead: pick(
      language,
      "Someone tried to open an account with this address. You already have one: log in, or set a new password if you've lost yours.",
      "Alguien intentó abrir una cuenta con esta dirección. Ya tienes una: inicia sesión, o crea una contraseña nueva si perdiste la anterior.",
    ),
    button: { label: pick(language, "Log in", "Iniciar sesión"), href: `${publicUrl}/login` },
    after: pick(language, "If it wasn't you, nothing has changed.", "Si no fuiste tú, nada ha cambiado."),
  };
}

function writePasswordChanged(facts: ChangeFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  return {
    subject: pick(language, "Your password was changed", "Se cambió tu contraseña"),
    headline: pick(language, "Your password was changed", "Se cambió tu contraseña"),
    lead: pick(
      language,
      "All other devices were signed out. Log in there with the new password.",
      "Se cerró la sesión en todos los demás dispositivos. Inicia sesión ahí con la contraseña nueva.",
    ),
    slip: changeSlip(facts, language, zone),
    button: { label: pick(language, "See my sessions", "Ver mis sesiones"), href: `${publicUrl}/account/pss` },
    after: notYou(language),
  };
}

function writeNewSignIn(facts: ChangeFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  return {
    subject: pick(language, "A new device signed in", "Inició sesión un dispositivo nuevo"),
    headline: pick(language, "A new device signed in", "Inició sesión un dispositivo nuevo"),
    lead: pick(language, "If it was you, there's nothing you need to do.", "Si fuiste tú, no tienes que hacer nada."),
    slip: changeSlip(facts, language, zone),
    button: { label: pick(language, "See my sessions", "Ver mis sesiones"), href: `${publicUrl}/account/pss` },
    after: notYou(language),
  };
}

/** Whoever got as far as the second step knows the password. */
function writeCodesWrong(facts: ChangeFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  return {
    subject: pick(language, "Wrong codes were tried on your account", "Se probaron códigos incorrectos en tu cuenta"),
    headline: pick(language, "Wrong codes were tried on your account", "Se probaron códigos incorrectos en tu cuenta"),
    lead: pick(
      language,
      "Someone entered your password and then several wrong codes. The codes protected your account, and further attempts have to wait. If it wasn't you, choose a new password now.",
      "Alguien escribió tu contraseña y después varios códigos incorrectos. Los códigos protegieron tu cuenta y los siguientes intentos tienen que esperar. Si no fuiste tú, elige ahora una contraseña nueva.",
    ),
    slip: changeSlip(facts, language, zone),
    button: {
      label: pick(language, "Set a new password", "Crear una contraseña nueva"),
      href: `${publicUrl}/password/reset`,
    },
    after: notYou(language),
  };
}

/** To the new address: its owner confirms it. */
function writeEmailChange(facts: EmailChangeFacts & { link: string }, language: Language): Letter {
  return {
    subject: pick(language, "Confirm your new email", "Confirma tu correo nuevo"),
    headline: pick(language, "Confirm your new email", "Confirma tu correo nuevo"),
    lead: pick(
      language,
      `From then on you log in with ${facts.new_email}, and emails about your money come here.`,
      `Desde entonces inicias sesión con ${facts.new_email} y los correos sobre tu dinero llegan aquí.`,
    ),
    button: { label: pick(language, "Use this email", "Usar este correo"), href: facts.link },
    after: pick(
      language,
      "The link works once, for 24 hours. If it wasn't you, ignore this email. Nothing will change.",
      "El enlace funciona una vez, durante 24 horas. Si no fuiste tú, ignora este correo. No cambiará nada.",
    ),
  };
}

/** To the old address: its owner learns of it, before and after. */
function writeEmailChanged(facts: EmailChangeFacts & { done: boolean }, language: Language): Letter {
  const headline = facts.done
    ? pick(language, "Your email was changed", "Se cambió tu correo")
    : pick(language, "Someone asked to change your email", "Se pidió cambiar tu correo");
  return {
    subject: headline,
    headline,
    lead: facts.done
      ? pick(language, `You log in with ${facts.new_email} now.`, `Ahora inicias sesión con ${facts.new_email}.`)
      : pick(
          language,
          `It becomes ${facts.new_email} when its owner confirms it. Until then nothing changes.`,
          `Pasará a ser ${facts.new_email} cuando su dueño lo confirme. Hasta entonces nada cambia.`,
        ),
    ...(facts.done && facts.link
      ? {
          button: { label: pick(language, "This wasn't me", "No fui yo"), href: facts.link },
          after: pick(
            language,
            "If this wasn't you, the link returns your account to this address, signs out every device and asks for a new password. It works once, for 72 hours.",
            "Si no fuiste tú, el enlace devuelve tu cuenta a esta dirección, cierra todas las sesiones y pide una contraseña nueva. Funciona una vez, durante 72 horas.",
          ),
        }
      : { after: notYou(language) }),
  };
}

function writeFactorChanged(facts: FactorFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  const headline = facts.added
    ? pick(language, `${facts.factor.en} was added`, `Se agregó: ${facts.factor.es}`)
    : pick(language, `${facts.factor.en} was removed`, `Se quitó: ${facts.factor.es}`);
  return {
    subject: headline,
    headline,
    lead: facts.added
      ? pick(language, "It protects your account from now on.", "Protege tu cuenta desde ahora.")
      : pick(language, "It no longer protects your account.", "Ya no protege tu cuenta."),
    slip: changeSlip(facts, language, zone),
    button: { label: pick(language, "Open my settings", "Abrir mi configuración"), href: `${publicUrl}/account/pss` },
    after: notYou(language),
  };
}

function writeAccountDeleted(facts: { name: string; given_up: string | null }, language: Language): Letter {
  return {
    subject: pick(language, "Your account is deleted", "Tu cuenta fue eliminada"),
    headline: pick(language, "Your account is deleted", "Tu cuenta fue eliminada"),
    lead: facts.given_up
      ? pick(
          language,
          `Your name, your address and your sign-ins are erased. You gave up ${facts.given_up}, as you confirmed.`,
          `Borramos tu nombre, tu dirección y tus accesos. Renunciaste a ${facts.given_up}, como confirmaste.`,
        )
      : pick(
          language,
          "We erased your name, your email and your sign-ins. Nothing was left in your passbook.",
          "Borramos tu nombre, tu dirección y tus accesos. No quedaba nada en tu libreta.",
        ),
    after: pick(
      language,
      "The law requires us to keep some accounting records. They stay without your name. This is the last email to this address.",
      "La ley nos obliga a conservar algunos registros contables. Quedan sin tu nombre. Este es el último correo a esta dirección.",
    ),
  };
}

function writeWelcome(facts: { name: string }, language: Language, publicUrl: string): Letter {
  return {
    subject: pick(language, "Your passbook is open", "Tu libreta está abierta"),
    headline: pick(language, `Welcome, ${facts.name}`, `Te damos la bienvenida, ${facts.name}`),
    lead: pick(
      language,
      "Cash back and coupons are free. Start at a store's page here, shop as usual, and we track every cent with its date.",
      "El dinero de vuelta y los cupones son gratis. Empieza en la página de una tienda, compra como siempre y registramos cada centavo con su fecha.",
    ),
    button: { label: pick(language, "Find your stores", "Busca tus tiendas"), href: `${publicUrl}/stores` },
  };
}

export const verifyEmail = defineLetter(
  "verify_email",
  { en: "Confirm your email", es: "Confirma tu correo" },
  "account",
  writeVerifyEmail,
  { secret: true },
);
export const resetPassword = defineLetter(
  "reset_password",
  { en: "Set a new password", es: "Crea una contraseña nueva" },
  "account",
  writeResetPassword,
  { secret: true },
);
export const setPassword = defineLetter(
  "set_password",
  { en: "Choose your first password", es: "Elige tu primera contraseña" },
  "account",
  writeSetPassword,
  { secret: true },
);
export const registeredAgain = defineLetter(
  "registered_again",
  { en: "You already have an account", es: "Ya tienes una cuenta" },
  "account",
  writeRegisteredAgain,
);
export const passwordChanged = defineLetter(
  "password_changed",
  { en: "Password changed", es: "Contraseña cambiada" },
  "account",
  writePasswordChanged,
);
export const newSignIn = defineLetter(
  "new_sign_in",
  { en: "New device signed in", es: "Inicio de sesión en un dispositivo nuevo" },
  "account",
  writeNewSignIn,
);
export const codesWrong = defineLetter(
  "codes_wrong",
  { en: "Wrong sign-in codes tried", es: "Códigos de acceso incorrectos" },
  "account",
  writeCodesWrong,
);
export const emailChange = defineLetter(
  "email_change",
  { en: "Confirm your new email", es: "Confirma tu correo nuevo" },
  "account",
  writeEmailChange,
  { secret: true },
);
export const emailChanged = defineLetter(
  "email_changed",
  { en: "Email changed", es: "Correo cambiado" },
  "account",
  writeEmailChanged,
);
export const factorChanged = defineLetter(
  "factor_changed",
  { en: "Second step added or removed", es: "Segundo paso agregado o quitado" },
  "account",
  writeFactorChanged,
);
export const accountDeleted = defineLetter(
  "account_deleted",
  { en: "Account deleted", es: "Cuenta eliminada" },
  "account",
  writeAccountDeleted,
);
export const welcome = defineLetter("welcome", { en: "Welcome", es: "Bienvenida" }, "account", writeWelcome);

export const LETTERS = [
  verifyEmail,
  resetPassword,
  setPassword,
  registeredAgain,
  passwordChanged,
  newSignIn,
  codesWrong,
  emailChange,
  emailChanged,
  factorChanged,
  accountDeleted,
  welcome,
];
