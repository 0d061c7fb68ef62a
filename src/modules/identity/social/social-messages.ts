/** Refusals and texts of signing in with other accounts, of setting an address and of merging (SPEC §5, §8). */
import type { RefusalTable } from "#platform/http";
import type { IdentityRefusal } from "../messages.ts";

export const EMAIL_SET = { en: "Successfully set email.", es: "Correo guardado." } as const;
export const MERGED = {
  en: "Successfully merged accounts and logged in.",
  es: "Cuentas unidas. Ya iniciaste sesión.",
} as const;

export type SocialRefusal =
  | "unknown_provider"
  | "social_denied"
  | "social_state_unknown"
  | "social_state_used"
  | "social_state_expired"
  | "social_other_browser"
  | "social_unavailable"
  | "social_unverified"
  | "requires_authentication"
  | "social_taken"
  | "social_last_login_method"
  | "social_link_unknown"
  | "email_prompt_invalid"
  | "credentials_missing"
  | "email_already_set"
  | "merge_not_possible"
  | "account_not_found";

export const SOCIAL_REFUSALS: RefusalTable<SocialRefusal> = {
  unknown_provider: {
    status: 404,
    en: "We do not know this way to sign in.",
    es: "No conocemos esta forma de iniciar sesión.",
  },
  social_denied: {
    status: 403,
    en: "You did not allow it, so nothing happened.",
    es: "No diste permiso, así que no pasó nada.",
  },
  social_state_unknown: {
    status: 400,
    en: "This sign-in did not begin here. Nothing happened.",
    es: "Este inicio de sesión no empezó aquí. No pasó nada.",
  },
  social_state_used: {
    status: 409,
    en: "This sign-in was used already. Begin again.",
    es: "Este inicio de sesión ya se usó. Empieza de nuevo.",
  },
  social_state_expired: {
    status: 410,
    en: "This sign-in took longer than 10 minutes. Begin again.",
    es: "Este inicio de sesión tardó más de 10 minutos. Empieza de nuevo.",
  },
  social_other_browser: {
    status: 403,
    en: "This sign-in began in another browser. Finish it there, or begin again here.",
    es: "Este inicio de sesión empezó en otro navegador. Termínalo allí o empieza de nuevo aquí.",
  },
  social_unavailable: {
    status: 503,
    en: "{{provider}} does not answer at the moment. Try again in a minute, or use your email.",
    es: "{{provider}} no responde en este momento. Inténtalo en un minuto o usa tu correo.",
  },
  social_unverified: {
    status: 502,
    en: "What {{provider}} sent back does not prove who you are. Nothing happened. Begin again.",
    es: "Lo que envió {{provider}} no prueba quién eres. No pasó nada. Empieza de nuevo.",
  },
  requires_authentication: {
    status: 409,
    field: "email",
    en: "Email already in use. Please authenticate.",
    es: "Ese correo ya está en uso. Inicia sesión.",
  },
  social_taken: {
    status: 409,
    en: "This {{provider}} account belongs to another member.",
    es: "Esta cuenta de {{provider}} es de otro miembro.",
  },
  social_last_login_method: {
    status: 409,
    en: "This is your only way to sign in. Set a password or link another account first.",
    es: "Es tu única forma de iniciar sesión. Antes pon una contraseña o vincula otra cuenta.",
  },
  social_link_unknown: {
    status: 404,
    en: "This account is not linked to yours (any more).",
    es: "Esta cuenta no está vinculada a la tuya (o ya no).",
  },
  email_prompt_invalid: {
    status: 422,
    field: "email",
    en: "You have entered an invalid email address!",
    es: "¡El correo electrónico no es válido!",
  },
  credentials_missing: {
    status: 422,
    field: "email",
    en: "Please enter both email and password.",
    es: "Escribe tu correo y tu contraseña.",
  },
  email_already_set: {
    status: 409,
    field: "email",
    en: "Your account has an address. You change it in your settings.",
    es: "Tu cuenta ya tiene una dirección. Puedes cambiarla en Configuración.",
  },
  merge_not_possible: {
    status: 409,
    en: "These two accounts cannot be merged by themselves. Please contact us.",
    es: "Estas dos cuentas no se pueden unir solas. Escríbenos, por favor.",
  },
  account_not_found: {
    status: 410,
    en: "This account was deleted.",
    es: "Esta cuenta fue eliminada.",
  },
};

/** What these verbs may refuse with: their own, and what the verbs of accounts beneath them say. */
export type SocialOrIdentityRefusal = SocialRefusal | IdentityRefusal;

export const PROVIDER_LABELS = { google: "Google", apple: "Apple", facebook: "Facebook" } as const;
