/**
 * Mail that people write to us: into the inbox, sealed, and from there by its job. It finds its conversation by the address it came to, then by
 * what it answers; who wrote it is believed by a signature of their own domain and by nothing else. What nobody vouches for waits for a person.
 */
import type { Mailboxes } from "#mailboxes";
import type { Brand } from "#partners";
import type { Tx } from "#platform/database";
import { derivedId, sha256 } from "#platform/ids";
import type { Foreign, Inbox, InboxReader, InboxRow } from "#platform/inbox";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import { READ_LETTER } from "../job-kinds.ts";
import { LIMITS } from "../limits.ts";
import { lockMessage } from "../thread-store.ts";
import { insertHeld } from "./held-store.ts";
import { keepLetter, type Letter, type LetterContext } from "./keep-letter.ts";
import { answeredNames, ownWords, whyUnread } from "./letter-rules.ts";

const PROVIDER = "help_mail";
/** Name servers are asked so often for a key; then a mail is one that nobody vouches for. */
const KEY_TRIES = 5;

type Told = { recipient: string; return_path: string | null; raw: string };
const toldOf = (payload: unknown): Told | null => {
  const told = payload as Partial<Told> | null;
  return typeof told?.raw === "string" && typeof told.recipient === "string"
    ? { recipient: told.recipient, raw: told.raw, return_path: told.return_path ?? null }
    : null;
};

export function createLetterTaker(
  deps: LetterContext & { inbox: Inbox; limits: Limits; mailboxes: Mailboxes["letters"]; brands(): readonly Brand[] },
) {
  const { database, clock, inbox, limits, mailboxes, names, brands } = deps;
  const brandOf = (address: string): Brand | undefined =>
    brands().find(({ support_email }) => support_email.toLowerCase() === address.toLowerCase());
  const knows = (address: string): boolean => names.readAddress(address) !== null || brandOf(address) !== undefined;

  async function take(mail: { recipient: string; raw: Buffer; address: string; return_path: string | null }) {
    if (!knows(mail.recipient)) return { ok: false, code: "unknown_address" } as const;
    if (mail.raw.length > mailboxes.most_bytes) return { ok: false, code: "too_large" } as const;
    const wait = await limits.take(LIMITS.help_mail_network, networkOf(mail.address));
    if (wait) return { ok: false, code: "too_many" } as const;
    const told: Foreign = {
      ...{ provider: PROVIDER, source: "webhook", said_at: clock.now() },
      row_key: sha256(`${mail.recipient.toLowerCase()}:${await mailboxes.keyOf(mail.raw)}`).toString("hex"),
      payload: { recipient: mail.recipient, return_path: mail.return_path, raw: mailboxes.close(mail.raw) },
    };
    const fresh = await database.transaction((tx) => inbox.put(tx, [told]));
    return { ok: true, fresh: fresh.length > 0 } as const;
  }

  /** By whom it says it is from, and to us: what they wrote to somebody else is no word to us, whoever brings it. */
  async function isSigned(
    { raw, from, to }: { raw: Buffer; from: string; to: readonly string[] },
    at: Date,
    attempt: number,
  ): Promise<boolean> {
    if (!to.some(knows)) return false;
    const found = await mailboxes.prove(raw, at).catch((error: unknown) => {
      if (attempt < KEY_TRIES) throw error;
      return { addressed_by: [] as string[] };
    });
    const domain = from.slice(from.lastIndexOf("@") + 1);
    return found.addressed_by.some((signer) => domain === signer || domain.endsWith(`.${signer}`));
  }

  /** Which conversation it names: by the address it came to, else by what it answers. */
  function threadOf(recipient: string, headers: ReadonlyMap<string, string>): string | null {
    const named = names.readAddress(recipient);
    if (named) return named;
    for (const name of answeredNames(headers)) {
      const found = names.readName(name);
      if (found) return found;
    }
    return null;
  }

  type Read = { letter: Letter; subject: string; thread: string | null; signed: boolean };
  /** What came of a row: a letter, or why it is none. */
  async function readRow(row: InboxRow, attempt: number): Promise<Read | string> {
    const told = toldOf(row.payload);
    if (!told) return "it is no mail that can be opened";
    const raw = mailboxes.open(told.raw);
    const mail = await mailboxes.read(raw);
    if (!mail?.from) return "it is no mail that can be opened";
    const unread = whyUnread(mail.headers, told.return_path ?? mail.headers.get("return-path") ?? null);
    if (unread) return unread;
    const email = mail.from.address;
    if (knows(email)) return "it is one of ours";
    const words = ownWords(mail.text);
    if (words === "" && mail.files.length === 0) return "nothing is written in it";
    const thread = threadOf(told.recipient, mail.headers);
    const letter: Letter = {
      entry_id: derivedId("entry", `mail:${email}:${await mailboxes.keyOf(raw)}`),
      ...{ email, words, language: mail.language, files: mail.files },
      partner: (brandOf(told.recipient) ?? brands()[0])?.partner_name ?? "",
    };
    const signed = await isSigned({ raw, from: email, to: mail.to }, row.fetched_at, attempt);
    return { letter, subject: mail.subject, thread, signed };
  }

  async function act(tx: Tx, { letter, subject, thread, signed }: Read): Promise<void> {
    const message = thread ? await lockMessage(tx, thread) : null;
    const isWriter = message !== null && message.email === letter.email;
    if (signed && (message === null || isWriter)) {
      await keepLetter(tx, deps, letter, { thread: message?.message_id ?? null, vouched: true });
      return;
    }
    const { entry_id, email, words, language, partner, files } = letter;
    await insertHeld(tx, {
      ...{ held_id: entry_id, message_id: message?.message_id ?? null, email, words, language, partner, subject },
      ...{ why: message !== null && !isWriter ? "not_the_writer" : "unsigned" },
      ...{ files_left: files.length, at: clock.now() },
    });
  }

  /** The text goes in the transaction that keeps what was said. */
  async function readNow(rowKey: string, attempt: number): Promise<void> {
    const row = await inbox.find(PROVIDER, rowKey);
    if (!row) return;
    const read = await readRow(row, attempt);
    await database.transaction(async (tx) => {
      const [locked] = await inbox.lock(tx, "webhook", [row.inbox_id]);
      if (!locked) return;
      if (typeof read !== "string") await act(tx, read);
      const reason = typeof read === "string" ? read : null;
      await inbox.settle(tx, [{ inbox_id: row.inbox_id, state: reason ? "refused" : "applied", reason }]);
    });
  }

  const reader: InboxReader = {
    ...{ providers: [PROVIDER], source: "webhook", first_look_minutes: 10 },
    jobs: (rows) => rows.map(({ row_key }) => READ_LETTER.with({ row_key })),
    again: ({ row_key }) => READ_LETTER.with({ row_key }, { if_there: "keep" }),
  };
  inbox.register(reader);
  if (names.domain) mailboxes.register({ knows, take });
  return { readNow };
}
