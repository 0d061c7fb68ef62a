/** What a member agrees to before a mailbox is linked. A change of the words is another version; receipts keep which it was. */
import { sha256 } from "#platform/ids";

export const CONSENT_VERSION = "2026-11-26";

export const CONSENT_WORDS: Readonly<Record<"en" | "es", readonly string[]>> = {
  en: [
    "A program, and no person, looks through your inbox: the last 90 days once, and then what is new, every 15 minutes.",
    "It opens emails from businesses to see whether they are about an order, a package, a refund, a receipt or a booking. Emails from personal addresses, such as those at gmail.com, are not opened.",
    "Of those we keep order numbers, stores, items, prices, dates and tracking numbers, with the email's subject and sender. Nothing of any other email is kept.",
    "We only read. We never send, change or delete anything in your mailbox.",
    "Your app password, or the key that Google or Microsoft gives us, is kept encrypted and is deleted the moment you unlink. You can pause or unlink at any time on this page.",
  ],
  es: [
    "Un programa, y ninguna persona, revisa tu bandeja de entrada: una vez los últimos 90 días y después lo nuevo, cada 15 minutos.",
    "Abre los correos de empresas para ver si tratan de un pedido, un paquete, un reembolso, un recibo o una reserva. Los correos de direcciones personales, como las de gmail.com, no se abren.",
    "De esos guardamos números de pedido, tiendas, artículos, precios, fechas y números de seguimiento, con el asunto y el remitente del correo. De ningún otro correo se guarda nada.",
    "Solo leemos. Nunca enviamos, cambiamos ni borramos nada en tu buzón.",
    "Tu contraseña de aplicación, o la clave que nos da Google o Microsoft, se guarda cifrada y se borra en cuanto desvinculas. Puedes pausar o desvincular cuando quieras en esta página.",
  ],
};

/** Of the very words that were shown. */
export const consentHash = (language: "en" | "es"): Buffer =>
  sha256([CONSENT_VERSION, ...CONSENT_WORDS[language]].join("\n"));
