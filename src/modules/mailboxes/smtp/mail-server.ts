/**
 * A mail server of our own for forwarded mail: it takes mail for members' addresses alone, says no before anything is sent,
 * and holds no more of a mail than it would take. Senders may encrypt where it has a certificate; who cannot is heard as well, because
 * what a mail proves is its store's signature.
 */
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import { SMTPServer } from "smtp-server";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import { networkOf } from "#platform/network";
import { LIMITS, MAX_MAIL_BYTES } from "../limits.ts";
import type { MailTaker } from "../take-mail.ts";

/** `renew` reads the certificate again; what cannot be read leaves the one of before. */
export type MailServer = { port: number; renew(): Promise<void>; close(): Promise<void> };
/** `pem`: file with private key and certificate chain; absent: nothing is encrypted. */
export type MailServerPlace = { host: string; port: number; pem?: string | undefined };

/** Certificates are replaced weeks before they end. */
const RENEW_MS = 3_600_000;

/** What the sender is told; RFC 3463 names the classes. */
const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });
const UNKNOWN = () => refusal(550, "5.1.1 There is no such address");
const TOO_LARGE = () => refusal(552, "5.3.4 The mail is too large");
const TOO_MANY = () => refusal(451, "4.7.1 Too many mails, try again later");
const FAILED = () => refusal(451, "4.3.0 Try again later");

/** Null when it is larger than what is taken; the rest is read past. */
async function readMail(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size <= MAX_MAIL_BYTES) parts.push(part);
    else parts.length = 0;
  }
  return size <= MAX_MAIL_BYTES ? Buffer.concat(parts) : null;
}

type Deps = { incoming: Pick<MailTaker, "take" | "knows">; limits: Limits; log: Log };

async function takeFor(
  deps: Deps,
  recipients: readonly string[],
  mail: { raw: Buffer; address: string; return_path: string | null },
): Promise<Error | null> {
  for (const recipient of recipients) {
    const taken = await deps.incoming.take({ recipient, ...mail });
    if (taken.ok) continue;
    if (taken.code === "too_many") return TOO_MANY();
    return taken.code === "too_large" ? TOO_LARGE() : UNKNOWN();
  }
  return null;
}

/** Fails when there is a certificate that cannot be read: who sends would be told that the server encrypts, and it would not. */
export async function startMailServer(deps: Deps, at: MailServerPlace): Promise<MailServer> {
  const failed = (error: unknown) => {
    deps.log.error({ err: error }, "a forwarded mail could not be taken in; its sender brings it again");
    return FAILED();
  };
  const readPem = async (file: string) => {
    const pem = await readFile(file);
    // The server lets go of what it has before it looks at what it is given.
    createSecureContext({ key: pem, cert: pem });
    return { key: pem, cert: pem };
  };
  const server = new SMTPServer({
    ...(at.pem ? await readPem(at.pem) : {}),
    ...{ authOptional: true, disabledCommands: at.pem ? ["AUTH"] : ["STARTTLS", "AUTH"], logger: false },
    size: MAX_MAIL_BYTES,
    ...{ maxClients: 100, socketTimeout: 60_000, closeTimeout: 2_000, disableReverseLookup: true },
    onRcptTo({ address }, session, done) {
      // One mail for several members is two stores' matter and nobody's forwarding.
      if (session.envelope.rcptTo.length > 4) return done(refusal(452, "4.5.3 Too many recipients"));
      const network = networkOf(session.remoteAddress);
      deps.limits
        .used(LIMITS.unknown_recipients, network)
        .then(async (used) => {
          if (used >= LIMITS.unknown_recipients.tries) return done(TOO_MANY());
          if (await deps.incoming.knows(address)) return done();
          await deps.limits.take(LIMITS.unknown_recipients, network);
          return done(UNKNOWN());
        })
        .catch((error: unknown) => done(failed(error)));
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      readMail(stream as AsyncIterable<Buffer>)
        .then((raw) => {
          const { mailFrom } = session.envelope;
          const return_path = mailFrom === false ? null : mailFrom.address;
          return raw ? takeFor(deps, recipients, { raw, address: session.remoteAddress, return_path }) : TOO_LARGE();
        })
        .then((error) => (error ? done(error) : done()))
        .catch((error: unknown) => done(failed(error)));
    },
  });
  // A sender that hangs up in the middle of a mail brings it again.
  server.on("error", (error) => deps.log.debug({ err: error }, "a connection of the mail server ended early"));
  await new Promise<void>((settle, fail) => {
    server.server.once("error", fail);
    server.listen(at.port, at.host, () => settle());
  });
  async function renew(): Promise<void> {
    if (!at.pem) return;
    try {
      server.updateSecureContext(await readPem(at.pem));
    } catch (error) {
      deps.log.error(
        { err: error },
        "the certificate of the mail server cannot be read again; the one of before stays",
      );
    }
  }
  const renewing = setInterval(() => void renew(), RENEW_MS).unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    ...{ port, renew },
    close() {
      clearInterval(renewing);
      return new Promise((settle) => server.close(() => settle()));
    },
  };
}
