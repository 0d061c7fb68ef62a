/** What is decided about a message without database and clock. */
import { parseTyped } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import {
  type FileType,
  type HelpRefusal,
  MAX_MESSAGE_CHARACTERS,
  MAX_PICTURE_PIXELS,
  MAX_PURCHASE_AGE_DAYS,
  PAGE_TOPICS,
  TOPICS,
  type Topic,
} from "./messages.ts";
import { sizeOf } from "./picture-size.ts";

/** As it was typed. */
export type TypedMessage = {
  topic: string;
  email: string;
  body: string;
  /** The web address of the page that it is about, or of whoever writes. */
  page?: string;
  store: string;
  order_number: string;
  /** Civil day. */
  ordered_on: string;
  /** Dollars. */
  amount: string;
};
export type Purchase = { store: string; order_number: string; ordered_on: string; amount_minor: string };
export type ReadMessage = { topic: Topic; email: string; body: string; purchase: Purchase | null };

const DAY = 86_400_000;
const MAX_AMOUNT_MINOR = 100_000_000n;

/** Every fault at once, so that nobody mends one field after the other. */
export function readMessage(
  typed: TypedMessage,
  { today, isEmail }: { today: string; isEmail: (text: string) => boolean },
): { ok: true; value: ReadMessage } | { ok: false; faults: HelpRefusal[] } {
  const faults: HelpRefusal[] = [];
  const topic = TOPICS.find((one) => one === typed.topic);
  if (!topic) faults.push("topic_missing");
  const email = typed.email.trim();
  if (!isEmail(email)) faults.push("email_invalid");
  const purchase = topic === "missing-purchase" ? readPurchase(typed, today) : null;
  if (purchase && !purchase.ok) faults.push(...purchase.faults);
  const body = typed.body.trim();
  // The facts of a purchase say enough.
  if (!body && !purchase) faults.push("message_missing");
  if (body.length > MAX_MESSAGE_CHARACTERS) faults.push("message_long");
  const page = topic && PAGE_TOPICS.has(topic) ? (typed.page ?? "").trim() : "";
  const address = page ? readAddress(page) : null;
  if (page && !address) faults.push("url_invalid");
  if (faults.length > 0 || !topic) return { ok: false, faults };
  const whole = address ? `${body}\n\n${address}` : body;
  return { ok: true, value: { topic, email, body: whole, purchase: purchase?.ok ? purchase.value : null } };
}

/** As people type it, with `https://` or without; null for what is no address of a page. */
function readAddress(typed: string): string | null {
  const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) return null;
  return /^[^.]+(\.[^.]+)*\.\p{L}[\p{L}\d-]+$/u.test(address.hostname) ? address.href : null;
}

/**
 * A fact is one line of what can be read: a line end would let its writer add facts of their own to what we read, and
 * signs that turn the direction of writing show another text than what was sent.
 */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

function readPurchase(
  typed: TypedMessage,
  today: string,
): { ok: true; value: Purchase } | { ok: false; faults: HelpRefusal[] } {
  const faults: HelpRefusal[] = [];
  const store = oneLine(typed.store);
  if (!store) faults.push("store_missing");
  const order_number = oneLine(typed.order_number);
  if (!order_number) faults.push("order_number_missing");
  if (!isPast(typed.ordered_on, today)) faults.push("ordered_on_invalid");
  const amount = parseTyped(typed.amount);
  if (amount === null || amount <= 0n || amount > MAX_AMOUNT_MINOR) faults.push("amount_invalid");
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { store, order_number, ordered_on: typed.ordered_on, amount_minor: String(amount) } };
}

function isPast(day: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = Date.parse(day);
  const now = Date.parse(today);
  // Whoever is ahead of our own day may already have tomorrow's date.
  return Number.isFinite(at) && at <= now + DAY && at >= now - MAX_PURCHASE_AGE_DAYS * DAY;
}

const SIGNS: readonly { type: FileType; sign: RegExp; ending: string }[] = [
  { type: "image/jpeg", sign: /^ffd8ff/, ending: "jpg" },
  { type: "image/png", sign: /^89504e470d0a1a0a/, ending: "png" },
  { type: "image/webp", sign: /^52494646.{8}57454250/, ending: "webp" },
  { type: "application/pdf", sign: /^255044462d/, ending: "pdf" },
];

/** What a file is by its first bytes; what its sender calls it does not count. */
export function typeOf(bytes: Uint8Array): Outcome<FileType, HelpRefusal> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const found = SIGNS.find(({ sign }) => sign.test(head));
  return found ? done(found.type) : refused("file_invalid");
}

/** The type of what was sent, when it is a PDF or a picture that may be opened. */
export function readPicture(bytes: Buffer): Outcome<FileType, HelpRefusal> {
  const type = typeOf(bytes);
  if (!type.ok) return type;
  const size = sizeOf(type.value, bytes);
  if (!size) return refused("file_invalid");
  return size.width * size.height > MAX_PICTURE_PIXELS ? refused("picture_large") : type;
}

/**
 * The name under which whoever answers saves it. Its ending is that of what it is: a picture that is also a page or a
 * program would otherwise be opened as such by its name.
 */
export function nameFor(name: string, type: FileType): string {
  const stem = name
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, "-")
    .split("-")
    .map((part) => part.trim())
    .filter(Boolean)
    .join("-");
  return `${[...stem].slice(0, 60).join("") || "file"}.${SIGNS.find((one) => one.type === type)?.ending}`;
}

/** Without 0, O, 1, I: read aloud on a telephone it stays itself. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** `bytes`: eight random ones. */
export function numberOf(bytes: Uint8Array): string {
  const signs = [...bytes.subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
