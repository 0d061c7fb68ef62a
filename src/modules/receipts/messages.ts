/** Limits and refusals of receipts. Screens may import this file. */
import type { RefusalTable } from "#platform/http";

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** A few bytes can unpack to a picture that fills the memory of whoever opens it. */
export const MAX_PIXELS = 50_000_000;
export const MAX_PAGES = 10;
/** What nobody used is forgotten after so many days. */
export const KEPT_UNUSED_DAYS = 30;

export const FILE_REFUSALS = [
  "file_missing",
  "file_empty",
  "file_large",
  "file_invalid",
  "file_mixed",
  "file_broken",
  "picture_large",
  "pdf_locked",
  "pdf_active",
  "pdf_long",
] as const;
/** Why a file cannot be taken, whoever sends it. */
export type FileRefusal = (typeof FILE_REFUSALS)[number];
export type ReceiptRefusal = FileRefusal | "files_full" | "too_many" | "unknown_receipt" | "receipt_used";

const file = (status: number, en: string, es: string) => ({ status, field: "file", en, es });

export const RECEIPT_REFUSALS: RefusalTable<ReceiptRefusal> = {
  file_missing: file(422, "Choose a picture or a PDF of your receipt.", "Elige una imagen o un PDF de tu recibo."),
  file_empty: file(
    422,
    "This file is empty. Take the picture again and send that one.",
    "Este archivo está vacío. Toma la foto de nuevo y envía esa.",
  ),
  file_large: file(
    413,
    "This file is larger than 10 MB. Choose a smaller one.",
    "Este archivo pesa más de 10 MB. Elige uno más pequeño.",
  ),
  file_invalid: file(
    422,
    "Choose a picture (JPEG, PNG, WebP, HEIC) or a PDF.",
    "Elige una imagen (JPEG, PNG, WebP, HEIC) o un PDF.",
  ),
  file_mixed: file(
    422,
    "This file holds more than a picture or a PDF. Take a picture of the receipt and send that.",
    "Este archivo contiene algo más que una imagen o un PDF. Toma una foto del recibo y envíala.",
  ),
  file_broken: file(
    422,
    "We can't open this file. Take the picture again and send that one.",
    "No podemos abrir este archivo. Toma la foto de nuevo y envía esa.",
  ),
  picture_large: file(
    422,
    "This picture is larger than 50 megapixels. Choose a smaller one.",
    "Esta imagen tiene más de 50 megapíxeles. Elige una más pequeña.",
  ),
  pdf_locked: file(
    422,
    "This PDF is locked. Send one without a password, or a picture of it.",
    "Este PDF está protegido. Envía uno sin contraseña o una foto de él.",
  ),
  pdf_active: file(
    422,
    "This PDF holds a program or another file. Print it to a new PDF, or send a picture of it.",
    "Este PDF contiene un programa u otro archivo. Imprímelo en un PDF nuevo o envía una foto de él.",
  ),
  pdf_long: file(
    422,
    "This PDF has more than 10 pages. Send only the pages of the receipt.",
    "Este PDF tiene más de 10 páginas. Envía solo las páginas del recibo.",
  ),
  files_full: file(
    503,
    "We can't take files at this moment. Try again in a few minutes.",
    "En este momento no podemos recibir archivos. Inténtalo de nuevo en unos minutos.",
  ),
  too_many: {
    status: 429,
    field: "file",
    en: "That's a lot of receipts at once. Try again in {{minutes}} minutes.",
    es: "Son muchos recibos seguidos. Inténtalo de nuevo en {{minutes}} minutos.",
  },
  unknown_receipt: file(404, "We don't have this receipt any more.", "Ya no tenemos este recibo."),
  receipt_used: file(
    409,
    "This receipt was sent with another claim already.",
    "Este recibo ya se envió con otra solicitud.",
  ),
};
