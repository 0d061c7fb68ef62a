/** Reads a mailbox by IMAP (RFC 3501), through TLS, without changing a flag. */
import { ImapFlow, type ImapFlowError } from "imapflow";
import { MAX_MAIL_BYTES } from "../limits.ts";
import { type Access, MailboxError, type MailboxReader, type OpenMailbox } from "./reader.ts";

export type ImapTimes = { connect_ms: number; silent_ms: number; whole_ms: number };
const TIMES: ImapTimes = { connect_ms: 15_000, silent_ms: 30_000, whole_ms: 180_000 };

/** Response codes of RFC 5530 that tell of the server and not of the password. */
const BUSY = new Set(["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG", "OVERQUOTA", "CONTACTADMIN"]);
const REFUSED = new Set(["AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED"]);

function errorOf(caught: unknown): MailboxError {
  if (caught instanceof MailboxError) return caught;
  // Whatever else comes has none of these.
  const error = caught as Partial<ImapFlowError>;
  const code = (error.serverResponseCode ?? "").toUpperCase();
  if (BUSY.has(code) || error.code === "ETHROTTLE") return new MailboxError("busy");
  if (error.authenticationFailed) return new MailboxError("password_refused", REFUSED.has(code));
  if (error.mailboxMissing) return new MailboxError("no_inbox");
  return new MailboxError("unreachable");
}

const said = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((caught: unknown) => {
    throw errorOf(caught);
  });

function clientOf({ host, user, password }: Access, times: ImapTimes): ImapFlow {
  return new ImapFlow({
    ...{ host: host.host, port: host.port, secure: host.tls, auth: { user, pass: password } },
    // Without TLS is the sandbox alone, which offers none.
    ...(host.tls ? { tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" as const } } : { doSTARTTLS: false }),
    // Whatever it would write down could be a password or a mail.
    logger: false,
    ...{ disableAutoIdle: true, connectionTimeout: times.connect_ms, greetingTimeout: times.connect_ms },
    ...{ socketTimeout: times.silent_ms, maxLineLength: 4 * 1_024 * 1_024 },
    ...{ maxLiteralSize: MAX_MAIL_BYTES + 65_536, maxResponseSize: MAX_MAIL_BYTES + 1_048_576 },
  });
}

async function openInbox(client: ImapFlow): Promise<Omit<OpenMailbox, "close">> {
  await client.connect();
  const inbox = await client.mailboxOpen("INBOX", { readOnly: true });
  const cursorOf = (uid: number): string => `${inbox.uidValidity}:${uid}`;
  return {
    async list({ cursor, since, most }) {
      // Numbers mean something for as long as the mailbox's own validity is the same.
      const [validity, last] = (cursor ?? "").split(":");
      const above = validity === String(inbox.uidValidity) ? Number(last) : 0;
      const nothing = { mails: [], end: cursorOf(above), more: false };
      // A server that has nothing above answers a range to the end with the last mail that there is.
      if (inbox.exists === 0 || (inbox.uidNext > 0 && inbox.uidNext <= above + 1)) return nothing;
      const found = await said(client.search({ uid: `${above + 1}:*`, since }, { uid: true }));
      const uids = (found || []).filter((uid) => uid > above).toSorted((one, other) => one - other);
      const some = uids.slice(0, most);
      if (some.length === 0) return nothing;
      const told = await said(
        client.fetchAll(some.join(","), { uid: true, size: true, envelope: true }, { uid: true }),
      );
      const mails = told
        .toSorted((one, other) => one.uid - other.uid)
        .map(({ uid, size, envelope }) => ({
          ...{ id: String(uid), cursor: cursorOf(uid), size: size ?? 0 },
          from: (envelope?.from ?? []).map(({ address }) => address ?? "").join(", "),
        }));
      return { mails, end: cursorOf(some.at(-1) ?? above), more: uids.length > some.length };
    },
    async raw(id, most) {
      const mail = await said(client.fetchOne(id, { source: true }, { uid: true }));
      const source = mail ? (mail.source ?? null) : null;
      return source && source.length <= most ? source : null;
    },
  };
}

export const createImapReader = (times: ImapTimes = TIMES): MailboxReader => ({
  async open(access) {
    const client = clientOf(access, times);
    // Its errors reach whoever waits for an answer; told to nobody they would end the process.
    client.on("error", () => {});
    const whole = setTimeout(() => client.close(), times.whole_ms);
    const close = async () => {
      clearTimeout(whole);
      await client.logout().catch(() => client.close());
    };
    try {
      return { ...(await openInbox(client)), close };
    } catch (caught) {
      clearTimeout(whole);
      client.close();
      throw errorOf(caught);
    }
  },
});
