/** The specification's exact texts and constants of accounts (SPEC §4, §5, §8, §9; Spanish by "Texts"). */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

/** SPEC §9. */
export const SESSION_DAYS = 365;
export const PASSWORD_MINIMUM = 8;

export const TECHNICAL_DIFFICULTIES = {
  en: "We're sorry, but we are having technical difficulties, please try again in an hour",
  es: "Lo sentimos, tenemos dificultades técnicas. Inténtalo de nuevo en una hora",
} as const;
export const SIGNED_OUT = { en: "Successfully signed out!", es: "¡Sesión cerrada!" } as const;
export const CHECK_MAILBOX = {
  en: "Please check your mailbox for verification email.",
  es: "Revisa tu correo: te enviamos un mensaje de verificación.",
} as const;
export const VERIFIED = { en: "Your email is confirmed.", es: "Tu correo está confirmado." } as const;
/** The same for every address, whether it has an account or not. */
export const RESET_SENT = {
  en: "If there's an account with this address, the email is on its way. Check your spam folder too.",
  es: "Si hay una cuenta con esta dirección, el correo va en camino. Revisa también el correo no deseado.",
} as const;
export const PASSWORD_CHANGED = {
  en: "Password changed. Every other device was signed out.",
  es: "Contraseña cambiada. Se cerró la sesión en los demás dispositivos.",
} as const;
export const EMAIL_CHANGE_SENT = {
  en: "Open the link we sent to the new address. Nothing changes until you do.",
  es: "Abre el enlace que enviamos a la dirección nueva. Hasta entonces nada cambia.",
} as const;
export const INVALID_JWT = "Invalid JWT";

export const SECOND_STEP_PATH = "/login?step=code";

export type IdentityRefusal =
  | "invalid_email"
  | "name_missing"
  | "name_invalid"
  | "password_short"
  | "password_mismatch"
  | "email_taken"
  | "key_wrong"
  | "wrong_credentials"
  | "no_session"
  | "invalid_token"
  | "password_wrong"
  | "already_signed_in"
  | "password_long"
  | "password_weak"
  | "password_leaked"
  | "password_same"
  | "too_many_attempts"
  | "captcha_needed"
  | "captcha_failed"
  | "email_missing"
  | "email_same"
  | "already_verified"
  | "link_unknown"
  | "link_used"
  | "link_expired"
  | "link_needs_owner"
  | "balance_remaining"
  | "payout_in_progress"
  | "second_step"
  | "code_wrong"
  | "ticket_expired"
  | "codes_rate_limited"
  | "time_code_already_on"
  | "time_code_off"
  | "passkey_wrong"
  | "passkey_unknown"
  | "too_many_passkeys"
  | "session_unknown"
  | "sign_in_again"
  | "extension_code_unknown"
  | "extension_code_used"
  | "extension_code_expired"
  | "extension_code_elsewhere"
  | "extension_code_unproven"
  | "extension_signed_out"
  | "phone_link_elsewhere"
  | "phone_signed_out"
  | "account_closed";

export const IDENTITY_REFUSALS: RefusalTable<IdentityRefusal> = {
  invalid_email: { status: 422, field: "email", en: "Invalid email address", es: "Correo electrónico no válido" },
  name_missing: { status: 422, field: "name", en: "Please enter your name", es: "Escribe tu nombre" },
  name_invalid: {
    status: 422,
    field: "name",
    en: "A name can't contain links, email addresses or line breaks. Please enter just your name.",
    es: "Un nombre no puede tener enlaces, correos ni saltos de línea. Escribe solo tu nombre.",
  },
  password_short: {
    status: 422,
    field: "password",
    en: "Use at least 8 characters. Several words are best.",
    es: "Usa al menos 8 caracteres. Lo mejor son varias palabras.",
  },
  password_mismatch: {
    status: 422,
    field: "password_confirmation",
    en: "The two passwords don't match.",
    es: "Las contraseñas no coinciden.",
  },
  email_taken: {
    status: 409,
    field: "email",
    en: "This email already has an account. Log in instead, or reset the password.",
    es: "Este correo ya tiene una cuenta. Inicia sesión o restablece la contraseña.",
  },
  wrong_credentials: {
    status: 401,
    field: "email",
    en: "This email and password don't match. Check both, or reset the password.",
    es: "El correo y la contraseña no coinciden. Revisa los dos o restablece la contraseña.",
  },
  no_session: LOGGED_OUT,
  invalid_token: { status: 401, en: INVALID_JWT, es: "JWT no válido" },
  password_wrong: {
    status: 401,
    field: "password",
    en: "That's not your password, so nothing was changed. Try again, or reset it if you forgot it.",
    es: "Esa no es tu contraseña, así que no cambió nada. Inténtalo de nuevo o restablécela si la olvidaste.",
  },
  password_long: {
    status: 422,
    field: "password",
    en: "Use at most 200 characters.",
    es: "Usa como máximo 200 caracteres.",
  },
  password_weak: {
    status: 422,
    field: "password",
    en: "This password is easy to guess. Combine several words that have nothing to do with you.",
    es: "Esta contraseña es fácil de adivinar. Junta varias palabras que no tengan que ver contigo.",
  },
  password_leaked: {
    status: 422,
    field: "password",
    en: "This password has appeared in a data breach, so attackers will try it first. Please choose another.",
    es: "Esta contraseña apareció en una filtración de datos, así que es de las primeras que prueban los atacantes. Elige otra.",
  },
  password_same: {
    status: 422,
    field: "password",
    en: "This is already your password. Choose another.",
    es: "Esta ya es tu contraseña. Elige otra.",
  },
  key_wrong: {
    status: 401,
    en: "This key is not known here, or it was ended.",
    es: "No conocemos esta clave, o ya no funciona.",
  },
  too_many_attempts: {
    status: 429,
    en: "Too many attempts. Try again in {{minutes}} minutes, or reset the password.",
    es: "Demasiados intentos. Inténtalo en {{minutes}} minutos o restablece la contraseña.",
  },
  captcha_needed: {
    status: 400,
    field: "g-recaptcha-response",
    en: "Please confirm that you are a person.",
    es: "Confirma que eres una persona.",
  },
  captcha_failed: {
    status: 400,
    field: "g-recaptcha-response",
    en: "We couldn't verify that. Please try again.",
    es: "No pudimos verificarlo. Inténtalo de nuevo.",
  },
  email_missing: {
    status: 422,
    field: "email",
    en: "Your account has no email yet. Add one first.",
    es: "Tu cuenta todavía no tiene correo. Agrega uno primero.",
  },
  email_same: {
    status: 422,
    field: "email",
    en: "This is already your email.",
    es: "Este ya es tu correo.",
  },
  already_verified: {
    status: 409,
    en: "Your email is already confirmed.",
    es: "Tu correo ya está confirmado.",
  },
  link_unknown: {
    status: 404,
    field: "token",
    en: "This link doesn't work. Request a new one.",
    es: "Este enlace no funciona. Pide uno nuevo.",
  },
  link_used: {
    status: 410,
    field: "token",
    en: "This link has already been used. Request a new one.",
    es: "Este enlace ya se usó. Pide uno nuevo.",
  },
  link_expired: {
    status: 410,
    field: "token",
    en: "This link has expired. Request a new one.",
    es: "Este enlace ya venció. Pide uno nuevo.",
  },
  link_needs_owner: {
    status: 401,
    field: "password",
    en: "Log in first, or enter this account's password. Only its owner can do this.",
    es: "Primero inicia sesión o escribe la contraseña de esta cuenta. Solo quien es titular puede hacerlo.",
  },
  balance_remaining: {
    status: 409,
    field: "give_up",
    en: "{{amount}} and {{coins}} coins are still yours. Withdraw them first, or check the box to give them up.",
    es: "{{amount}} y {{coins}} monedas siguen siendo tuyos. Retíralos primero o marca la casilla para renunciar a ellos.",
  },
  payout_in_progress: {
    status: 409,
    en: "A payout is on its way to you. You can close your account once it arrives.",
    es: "Tienes un pago en camino. Podrás cerrar tu cuenta cuando llegue.",
  },
  second_step: {
    status: 401,
    field: "code",
    en: "Now enter the code from your authenticator app.",
    es: "Ahora escribe el código de tu app de autenticación.",
  },
  code_wrong: {
    status: 401,
    field: "code",
    en: "This code isn't right. Codes change every 30 seconds and work once.",
    es: "Este código no es correcto. Los códigos cambian cada 30 segundos y funcionan una vez.",
  },
  codes_rate_limited: {
    status: 429,
    field: "code",
    en: "Too many wrong codes. Wait {{minutes}} minutes, or use a device you've signed in on before.",
    es: "Demasiados códigos incorrectos. Espera {{minutes}} minutos o usa un dispositivo en el que ya iniciaste sesión.",
  },
  ticket_expired: {
    status: 401,
    field: "code",
    en: "This took too long, or there were too many attempts. Please log in again.",
    es: "Pasó demasiado tiempo o hubo demasiados intentos. Inicia sesión de nuevo.",
  },
  time_code_already_on: {
    status: 409,
    en: "Your authenticator app is already set up.",
    es: "Tu app de autenticación ya está configurada.",
  },
  time_code_off: {
    status: 409,
    en: "There is no authenticator app to remove.",
    es: "No hay ninguna app de autenticación que quitar.",
  },
  passkey_wrong: {
    status: 401,
    en: "This passkey did not work here. Log in with your password instead.",
    es: "Esta llave de acceso no funcionó aquí. Inicia sesión con tu contraseña.",
  },
  passkey_unknown: { status: 404, en: "This passkey was already removed.", es: "Esta llave de acceso ya se quitó." },
  too_many_passkeys: {
    status: 409,
    en: "You have 20 passkeys. Remove one first.",
    es: "Tienes 20 llaves de acceso. Quita una primero.",
  },
  session_unknown: {
    status: 404,
    en: "This session has already ended.",
    es: "Esta sesión ya terminó.",
  },
  sign_in_again: {
    status: 401,
    field: "password",
    en: "Please sign in again first. This only works within ten minutes of signing in.",
    es: "Primero inicia sesión de nuevo. Esto solo funciona durante los diez minutos después de iniciar sesión.",
  },
  account_closed: {
    status: 403,
    field: "email",
    en: "This account is closed. Reply to our last email, or write to us, and a person will look into it.",
    es: "Esta cuenta está cerrada. Responde a nuestro último correo o escríbenos, y una persona lo revisará.",
  },
  extension_code_unknown: {
    status: 404,
    en: "This sign-in isn't one of ours. Press “Log in” in the extension once more.",
    es: "Este inicio de sesión no es nuestro. Presiona “Iniciar sesión” en la extensión otra vez.",
  },
  extension_code_used: {
    status: 410,
    en: "This sign-in was used already. Press “Log in” in the extension once more.",
    es: "Este inicio de sesión ya se usó. Presiona “Iniciar sesión” en la extensión otra vez.",
  },
  extension_code_expired: {
    status: 410,
    en: "This sign-in took too long. Press “Log in” in the extension once more.",
    es: "Este inicio de sesión tardó demasiado. Presiona “Iniciar sesión” en la extensión otra vez.",
  },
  extension_code_elsewhere: {
    status: 403,
    en: "This sign-in belongs to another extension. Press “Log in” in yours once more.",
    es: "Este inicio de sesión es de otra extensión. Presiona “Iniciar sesión” en la tuya otra vez.",
  },
  extension_code_unproven: {
    status: 403,
    en: "The extension couldn't prove that it asked for this sign-in. Press “Log in” in it once more.",
    es: "La extensión no pudo demostrar que pidió este inicio de sesión. Presiona “Iniciar sesión” en ella otra vez.",
  },
  extension_signed_out: {
    status: 401,
    en: "You signed out in the meantime. Log in again, then press “Log in” in the extension.",
    es: "Cerraste la sesión mientras tanto. Iníciala de nuevo y después presiona “Iniciar sesión” en la extensión.",
  },
  phone_link_elsewhere: {
    status: 409,
    en: "This device was signed in by a code itself. Open the offer here, or log in with your password first.",
    es: "Este dispositivo inició sesión con un código. Abre aquí la oferta o inicia sesión primero con tu contraseña.",
  },
  phone_signed_out: {
    status: 410,
    en: "The device that showed this code has signed out. Log in here instead.",
    es: "El dispositivo que mostró este código cerró la sesión. Inicia sesión aquí.",
  },
  already_signed_in: { status: 409, en: "You are already signed in.", es: "Ya iniciaste sesión." },
};
