/** Opens raw mail: parts, headers and text, within limits that no hostile mail gets past. */
import PostalMime, { type Email } from "postal-mime";

/** Order mails nest two or three parts. */
export const MAX_DEPTH = 20;
export const MAX_HEADERS = 256 * 1_024;
const MAX_MARKUP = 1_500_000;
export const MAX_TEXT = 500_000;

export type OpenedMail = {
  message_id: string;
  subject: string;
  from: { name: string; address: string } | null;
  /** Header `Date`; null where there is none or it is nonsense. */
  date: Date | null;
  html: string;
  text: string;
  /** Whole mails that hang on it, as whoever forwards "as attachment" sends them. */
  attached: readonly Buffer[];
};

/** What a person picks out to forward; who sends more sends the rest in another mail. */
const MAX_ATTACHED = 10;

/** As it was before it was wrapped up: signatures count line ends as the mail's own. */
const withItsLineEnds = (raw: Buffer): Buffer =>
  raw.includes("\r\n") ? raw : Buffer.from(raw.toString("latin1").replaceAll("\n", "\r\n"), "latin1");

const attachedTo = ({ attachments }: Email): Buffer[] =>
  attachments
    .filter(({ mimeType, filename }) => mimeType === "message/rfc822" || /\.eml$/i.test(filename ?? ""))
    .slice(0, MAX_ATTACHED)
    .map(({ content }) =>
      withItsLineEnds(
        typeof content === "string" ? Buffer.from(content, "latin1") : Buffer.from(new Uint8Array(content)),
      ),
    );

const addressOf = (from: Email["from"]): OpenedMail["from"] =>
  from?.address ? { name: from.name, address: from.address.toLowerCase() } : null;

function dateOf(text: string | undefined): Date | null {
  // A signature leaves out how wide its blanks are.
  const date = new Date((text ?? "").replace(/\s+/g, " "));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Null for what is no mail, or nested or headed beyond reason. */
export async function openMail(raw: Buffer): Promise<OpenedMail | null> {
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: MAX_DEPTH,
    maxHeadersSize: MAX_HEADERS,
    forceRfc822Attachments: true,
  }).catch(() => null);
  if (!mail) return null;
  return {
    message_id: (mail.messageId ?? "").slice(0, 500),
    subject: (mail.subject ?? "").slice(0, 500),
    from: addressOf(mail.from),
    date: dateOf(mail.date),
    html: (mail.html ?? "").slice(0, MAX_MARKUP),
    text: (mail.text ?? "").slice(0, MAX_TEXT),
    attached: attachedTo(mail),
  };
}

/** Where the body begins, by the same line ends by which signatures are checked. */
export function bodyOf(raw: Buffer): Buffer {
  const found = ["\n\r\n", "\n\n"].flatMap((end) => {
    const at = raw.indexOf(end);
    return at < 0 ? [] : [{ at, body: at + end.length }];
  });
  const [first] = found.toSorted((one, other) => one.at - other.at);
  return first ? raw.subarray(first.body) : Buffer.alloc(0);
}
