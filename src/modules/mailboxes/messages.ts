/** Refusals of mailboxes. Screens may import this file. */
import type { RefusalTable } from "#platform/http";

export type MailboxRefusal =
  | "too_many"
  | "link_address_invalid"
  | "link_host_unknown"
  | "link_microsoft"
  | "link_by_sign_in"
  | "link_password_missing"
  | "link_consent_missing"
  | "link_consent_changed"
  | "link_too_many"
  | "link_checking"
  | "link_wait"
  | "link_password_refused"
  | "link_unreachable"
  | "link_busy"
  | "link_no_inbox"
  | "link_begin_again"
  | "link_leave_missing"
  | "link_unknown"
  | "link_not_now";

export const MAILBOX_REFUSALS: RefusalTable<MailboxRefusal> = {
  too_many: {
    status: 429,
    en: "You have changed your address often today. Try again in {{minutes}} minutes.",
    es: "Cambiaste tu dirección muchas veces hoy. Inténtalo de nuevo en {{minutes}} minutos.",
  },
  link_address_invalid: {
    ...{ status: 422, field: "address" },
    en: "Enter the mailbox's whole email address.",
    es: "Escribe la dirección de correo completa del buzón.",
  },
  link_host_unknown: {
    ...{ status: 422, field: "address" },
    en: "We can't link mailboxes of this provider. Forward your order emails instead.",
    es: "No podemos vincular buzones de este proveedor. Reenvía los correos de tus pedidos.",
  },
  link_microsoft: {
    ...{ status: 422, field: "address" },
    en: "Microsoft stopped taking passwords from other programs in September 2024. Forward your order emails instead.",
    es: "Microsoft dejó de aceptar contraseñas de otros programas en septiembre de 2024. Reenvía los correos de tus pedidos.",
  },
  link_by_sign_in: {
    ...{ status: 422, field: "address" },
    en: "Microsoft stopped taking passwords from other programs in September 2024. Close this and choose Link Outlook.",
    es: "Microsoft dejó de aceptar contraseñas de otros programas en septiembre de 2024. Cierra esto y elige Vincular Outlook.",
  },
  link_password_missing: {
    ...{ status: 422, field: "password" },
    en: "Enter the app password.",
    es: "Escribe la contraseña de aplicación.",
  },
  link_consent_missing: {
    ...{ status: 422, field: "agreed" },
    en: "Check the box so we may read this mailbox.",
    es: "Marca la casilla para que podamos leer este buzón.",
  },
  link_consent_changed: {
    ...{ status: 409, field: "agreed" },
    en: "What we read and keep is worded anew. Reload the page and read it before you agree.",
    es: "Cambió el texto sobre lo que leemos y guardamos. Recarga la página y léelo antes de aceptar.",
  },
  link_too_many: {
    status: 422,
    en: "You can link up to five mailboxes. Unlink one first.",
    es: "Puedes vincular hasta cinco buzones. Desvincula uno primero.",
  },
  link_checking: {
    status: 409,
    en: "We are already checking this mailbox. Reload the page in a minute.",
    es: "Ya estamos comprobando este buzón. Recarga la página en un minuto.",
  },
  link_wait: {
    status: 429,
    en: "That was tried too often. Try again in {{minutes}} minutes.",
    es: "Se intentó demasiadas veces. Inténtalo de nuevo en {{minutes}} minutos.",
  },
  link_password_refused: {
    ...{ status: 422, field: "password" },
    en: "The mailbox refused this password. It must be an app password, made in your provider's security settings.",
    es: "El buzón rechazó esta contraseña. Debe ser una contraseña de aplicación, creada en la configuración de seguridad de tu proveedor.",
  },
  link_unreachable: {
    status: 503,
    en: "The mailbox's server does not answer. Nothing was kept; try again in a few minutes.",
    es: "El servidor del buzón no responde. No se guardó nada; inténtalo de nuevo en unos minutos.",
  },
  link_busy: {
    status: 503,
    en: "The mailbox's server lets nobody in right now. Nothing was kept; try again in a few minutes.",
    es: "El servidor del buzón no deja entrar a nadie ahora. No se guardó nada; inténtalo de nuevo en unos minutos.",
  },
  link_no_inbox: {
    ...{ status: 422, field: "address" },
    en: "This mailbox has no inbox that we could read.",
    es: "Este buzón no tiene una bandeja de entrada que podamos leer.",
  },
  link_begin_again: {
    status: 409,
    en: "That took too long, or began in another browser. Begin again; nothing was kept.",
    es: "Pasó demasiado tiempo o empezó en otro navegador. Empieza de nuevo; no se guardó nada.",
  },
  link_leave_missing: {
    status: 422,
    en: "Your mailbox is not linked: you didn't give us leave to read it. Nothing was kept.",
    es: "Tu buzón no está vinculado: no nos diste permiso para leerlo. No se guardó nada.",
  },
  link_unknown: {
    status: 404,
    en: "This mailbox is not linked. Reload the page.",
    es: "Este buzón no está vinculado. Recarga la página.",
  },
  link_not_now: {
    status: 409,
    en: "That is not possible right now. Reload the page.",
    es: "Eso no es posible ahora. Recarga la página.",
  },
};
