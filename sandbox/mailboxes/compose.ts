import { generateKeyPairSync } from "node:crypto";
import { createTransport } from "nodemailer";
import { type Chance, chanceOf } from "./chance.ts";
import { LAYOUTS } from "./layouts.ts";
import { drawPurchase, type Language, type MailKind, type Purchase, truthOf } from "./purchase.ts";
import { draftOf, handOf } from "./words.ts";

export const SELECTOR = "s1";
/** One key for the mails of every store of this world, as one house that sends for many has it. */
let made: { priv: string; pub: string } | null = null;
function key() {
  if (made) return made;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  made = {
    priv: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    pub: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
  return made;
}
export const keyRecord = (): string => `v=DKIM1; k=rsa; p=${key().pub}`;

export interface MailWish {
  seed: number;
  kind: MailKind;
  language: Language;
  store: { name: string; domain: string };
  to: string;
  at: Date;
  layout?: number;
  /** Who signs; null: nobody. Absent: the store. */
  signed_by?: string | null;
  from?: string;
}

export interface Composed {
  raw: Buffer;
  purchase: Purchase;
  truth: Record<string, unknown>;
  /** What was signed, without the signature, for those who forge. */
  subject: string;
}

export interface Letter {
  from: string;
  to: string;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  at: Date;
  message_id: string;
  signed_by: string | null;
  /** Whole mails that hang on it. */
  attached?: readonly Buffer[];
  in_reply_to?: string | undefined;
  references?: string | undefined;
  headers?: Record<string, string> | undefined;
  files?: readonly { name: string; type: string; base64: string }[] | undefined;
}

/** A mail as it leaves who sends it. */
export async function writeMail(letter: Letter): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const info = await transport.sendMail({
    ...{ from: letter.from, to: letter.to, subject: letter.subject, date: letter.at, messageId: letter.message_id },
    ...(letter.text === undefined ? {} : { text: letter.text }),
    ...(letter.html === undefined ? {} : { html: letter.html }),
    ...(letter.in_reply_to === undefined ? {} : { inReplyTo: letter.in_reply_to }),
    ...(letter.references === undefined ? {} : { references: letter.references }),
    ...(letter.headers === undefined ? {} : { headers: letter.headers }),
    attachments: [
      ...(letter.attached ?? []).map((content, at) => ({
        ...{ filename: `message-${at + 1}.eml`, content, contentType: "message/rfc822" },
      })),
      ...(letter.files ?? []).map(({ name, type, base64 }) => ({
        ...{ filename: name, contentType: type, content: Buffer.from(base64, "base64") },
      })),
    ],
    ...(letter.signed_by === null
      ? {}
      : { dkim: { domainName: letter.signed_by, keySelector: SELECTOR, privateKey: key().priv } }),
  });
  return info.message as Buffer;
}

const layoutOf = (chance: Chance, wanted: number | undefined) =>
  LAYOUTS[(wanted ?? chance.below(LAYOUTS.length)) % LAYOUTS.length];

/** A mail of a store about something that was bought, and what it says. */
export async function composeMail(wish: MailWish): Promise<Composed> {
  const chance = chanceOf(wish.seed);
  const purchase = drawPurchase(chance, wish);
  const hand = handOf(chance, wish.language, purchase.currency);
  const draft = draftOf(purchase, hand);
  const laid = layoutOf(chance, wish.layout)?.(draft, purchase) ?? {};
  const { domain, name } = wish.store;
  const raw = await writeMail({
    ...{ from: wish.from ?? `"${name}" <orders@${domain}>`, to: wish.to, subject: draft.subject, at: wish.at, ...laid },
    message_id: `<${wish.seed}.${wish.kind}.${wish.language}@${domain}>`,
    signed_by: wish.signed_by === undefined ? domain : wish.signed_by,
  });
  return { raw, purchase, truth: truthOf(purchase), subject: draft.subject };
}

/** The same mail as a person forwards it from their own mailbox. */
export const forwardByHand = async (wish: MailWish, person: string): Promise<Buffer> => {
  const { purchase } = await composeMail(wish);
  const chance = chanceOf(wish.seed);
  drawPurchase(chance, wish);
  const draft = draftOf(purchase, handOf(chance, wish.language, purchase.currency));
  const laid = LAYOUTS[2]?.(draft, purchase);
  const { domain, name } = wish.store;
  const head = [
    "---------- Forwarded message ---------",
    `From: ${name} <orders@${domain}>`,
    `Date: ${wish.at.toUTCString()}`,
    `Subject: ${draft.subject}`,
    `To: <${person}>`,
  ];
  return writeMail({
    ...{ from: person, to: wish.to, subject: `Fwd: ${draft.subject}`, at: wish.at },
    text: `${head.join("\r\n")}\r\n\r\n${laid?.text ?? ""}`,
    message_id: `<hand.${wish.seed}@${person.split("@")[1] ?? "example.com"}>`,
    signed_by: person.split("@")[1] ?? null,
  });
};

/** Several mails as a person forwards them whole, as attachments. */
export const forwardAttached = (
  raws: readonly Buffer[],
  told: { person: string; to: string; at: Date },
): Promise<Buffer> =>
  writeMail({
    ...{ from: told.person, to: told.to, subject: "Fwd: my orders", at: told.at, text: "See the attachments." },
    message_id: `<attached.${told.at.getTime()}.${raws.length}@${told.person.split("@")[1] ?? "example.com"}>`,
    ...{ signed_by: told.person.split("@")[1] ?? null, attached: raws },
  });
