/** Topics, limits and refusals of what people write to us. Screens may import this file. */
import type { RefusalTable } from "#platform/http";

export const TOPICS = [
  "missing-purchase",
  "payout",
  "membership",
  "account",
  "closed-account",
  "coupons",
  "technical",
  "partners",
  "privacy",
  "security",
  "other",
] as const;
export type Topic = (typeof TOPICS)[number];
/** What is often about a page of ours, or comes from somebody with a site: its address can be given. */
export const PAGE_TOPICS: ReadonlySet<string> = new Set<Topic>(["coupons", "technical", "partners", "security"]);

export const MAX_MESSAGE_CHARACTERS = 4_000;
export const MAX_FILES = 4;
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
export const FILE_TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** A few bytes can unpack to a picture that fills the memory of whoever opens it. */
export const MAX_PICTURE_PIXELS = 64_000_000;
/** Purchases that are older are no longer known to the networks. */
export const MAX_PURCHASE_AGE_DAYS = 365;

export type HelpRefusal =
  | "topic_missing"
  | "email_invalid"
  | "message_missing"
  | "message_long"
  | "url_invalid"
  | "store_missing"
  | "order_number_missing"
  | "ordered_on_invalid"
  | "amount_invalid"
  | "file_invalid"
  | "file_large"
  | "picture_large"
  | "files_full"
  | "stars_missing"
  | "reason_missing"
  | "unknown_thread"
  | "thread_closed"
  | "unknown_question"
  | "chat_words_long"
  | "code_wrong"
  | "codes_used"
  | "too_many";

export const HELP_REFUSALS: RefusalTable<HelpRefusal> = {
  topic_missing: { status: 422, field: "topic", en: "Choose what it is about.", es: "Elige de qué se trata." },
  email_invalid: {
    status: 422,
    field: "email",
    en: "Enter your email address, like name@example.com.",
    es: "Escribe tu correo electrónico, como nombre@example.com.",
  },
  message_missing: { status: 422, field: "body", en: "Write your message.", es: "Escribe tu mensaje." },
  message_long: {
    status: 422,
    field: "body",
    en: "Shorten your message to 4,000 characters.",
    es: "Acorta tu mensaje a 4,000 caracteres.",
  },
  url_invalid: { status: 422, field: "page", en: "Invalid URL", es: "URL no válida" },
  store_missing: {
    status: 422,
    field: "store",
    en: "Enter the store where you bought.",
    es: "Escribe la tienda en la que compraste.",
  },
  order_number_missing: {
    status: 422,
    field: "order_number",
    en: "Enter the order number from the store's email.",
    es: "Escribe el número de pedido del correo de la tienda.",
  },
  ordered_on_invalid: {
    status: 422,
    field: "ordered_on",
    en: "Enter the day you ordered, within the last 12 months.",
    es: "Escribe el día de tu pedido, dentro de los últimos 12 meses.",
  },
  amount_invalid: {
    status: 422,
    field: "amount",
    en: "Enter what you paid, like 49.90.",
    es: "Escribe lo que pagaste, como 49.90.",
  },
  file_invalid: {
    status: 422,
    field: "file",
    en: "Choose a picture (JPEG, PNG, WebP) or a PDF.",
    es: "Elige una imagen (JPEG, PNG, WebP) o un PDF.",
  },
  file_large: {
    status: 413,
    field: "file",
    en: "This file is larger than 8 MB. Choose a smaller one.",
    es: "Este archivo pesa más de 8 MB. Elige uno más pequeño.",
  },
  picture_large: {
    status: 422,
    field: "file",
    en: "This picture is larger than 64 megapixels. Choose a smaller one.",
    es: "Esta imagen tiene más de 64 megapíxeles. Elige una más pequeña.",
  },
  files_full: {
    status: 503,
    field: "file",
    en: "We can't take files at this moment. Send your message without one: we ask for it when we answer.",
    es: "En este momento no podemos recibir archivos. Envía tu mensaje sin ninguno: te lo pedimos al responder.",
  },
  reason_missing: {
    status: 422,
    field: "reason",
    en: "Tick a reason or write a line.",
    es: "Marca un motivo o escribe una línea.",
  },
  stars_missing: {
    status: 422,
    field: "stars",
    en: "Choose one to five stars.",
    es: "Elige de una a cinco estrellas.",
  },
  unknown_thread: {
    status: 404,
    en: "We can't find this conversation in your account.",
    es: "No encontramos esta conversación en tu cuenta.",
  },
  thread_closed: {
    status: 409,
    en: "This conversation is closed. Copy your words into a new message and we read them.",
    es: "Esta conversación está cerrada. Copia tus palabras en un mensaje nuevo y las leemos.",
  },
  chat_words_long: {
    status: 422,
    field: "words",
    en: "Shorten it to 2,000 characters, or send it in two parts.",
    es: "Acórtalo a 2,000 caracteres o envíalo en dos partes.",
  },
  code_wrong: {
    status: 422,
    field: "code",
    en: "This isn't the code from the newest email. Check its six figures.",
    es: "No es el código del último correo. Revisa sus seis cifras.",
  },
  codes_used: {
    status: 409,
    field: "code",
    en: "No code helps anymore. Stay in this window for our answer, or write to us by email.",
    es: "Ya no sirve ningún código. Quédate en esta ventana para leer la respuesta o escríbenos por correo.",
  },
  unknown_question: {
    status: 404,
    en: "This question isn't here anymore. Reload the page.",
    es: "Esta pregunta ya no está aquí. Vuelve a cargar la página.",
  },
  too_many: {
    status: 429,
    en: "That's a lot of messages at once. Try again in {{minutes}} minutes; nothing you typed is lost.",
    es: "Son muchos mensajes seguidos. Inténtalo de nuevo en {{minutes}} minutos; no se pierde nada de lo que escribiste.",
  },
};
