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
    en: "We don't support this way to sign in.",
    es: "No ofrecemos esta forma de iniciar sesión.",
  },
  social_denied: {
    status: 403,
    en: "You didn't allow it, so nothing changed.",
    es: "No diste permiso, así que no cambió nada.",
  },
  social_state_unknown: {
    status: 400,
    en: "This sign-in didn't start here. Nothing changed.",
    es: "Este inicio de sesión no empezó aquí. No cambió nada.",
  },
  social_state_used: {
    status: 409,
    en: "This sign-in was already used. Start again.",
    es: "Este inicio de sesión ya se usó. Empieza de nuevo.",
  },
  social_state_expired: {
    status: 410,
    en: "This sign-in took longer than 10 minutes. Start again.",
    es: "Este inicio de sesión tardó más de 10 minutos. Empieza de nuevo.",
  },
  social_other_browser: {
    status: 403,
    en: "This sign-in started in another browser. Finish it there, or start again here.",
    es: "Este inicio de sesión empezó en otro navegador. Termínalo allí o empieza de nuevo aquí.",
  },
  social_unavailable: {
    status: 503,
    en: "{{provider}} isn't responding right now. Try again in a minute, or use your email.",
    es: "{{provider}} no responde en este momento. Inténtalo en un minuto o usa tu correo.",
  },
  social_unverified: {
    status: 502,
    en: "We couldn't verify what {{provider}} sent back. Nothing changed. Start again.",
    es: "No pudimos verificar lo que envió {{provider}}. No cambió nada. Empieza de nuevo.",
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
    es: "Es tu única forma de iniciar sesión. Primero crea una contraseña o vincula otra cuenta.",
  },
  social_link_unknown: {
    status: 404,
    en: "This account isn't linked to yours.",
    es: "Esta cuenta no está vinculada a la tuya.",
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
    en: "Your account already has an email. You can change it in Settings.",
    es: "Tu cuenta ya tiene un correo. Puedes cambiarlo en Configuración.",
  },
  merge_not_possible: {
    status: 409,
    en: "We can't merge these two accounts automatically. Please contact us.",
    es: "No podemos unir estas dos cuentas automáticamente. Escríbenos.",
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
