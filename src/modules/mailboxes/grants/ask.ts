/** One question to a provider's interface for mail, and what its refusals mean. */
import { OutgoingError } from "#platform/outgoing";
import { MailboxError } from "../links/reader.ts";
import type { MailCalls } from "./grant.types.ts";

/** Once: a mailbox that cannot be read now is asked again by its own clock. */
const ONCE = { tries: 1, max_wait_ms: 0 };

/** Google says with 403 what others say with 429. */
const isLimit = ({ status, body }: OutgoingError): boolean =>
  status === 429 || (status === 403 && /"(?:(?:user)?rate|daily)LimitExceeded"/i.test(body));

export function mailboxErrorOf(error: unknown): MailboxError | null {
  if (!(error instanceof OutgoingError)) return null;
  if (isLimit(error)) return new MailboxError("busy");
  if (error.status === 401 || error.status === 403) return new MailboxError("password_refused", false);
  return new MailboxError("unreachable");
}

export type Ask = ReturnType<typeof createAsk>;
/** `gone`: statuses for which the answer is null, because what was asked for is not there any more. */
export function createAsk(calls: MailCalls, provider: string, pass: string) {
  const headers = { authorization: `Bearer ${pass}` };
  async function asked<T>(work: Promise<T>, gone: readonly number[]): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof OutgoingError && gone.includes(error.status ?? 0)) return null;
      throw mailboxErrorOf(error) ?? error;
    }
  }
  return {
    json: <T>(url: string, more: { gone?: readonly number[]; headers?: Record<string, string> } = {}) =>
      asked(calls.json<T>(provider, { url, headers: { ...headers, ...more.headers } }, ONCE), more.gone ?? []),
    /** As it comes, up to so many bytes; null when there are more of them, or it is gone. */
    bytes: (url: string, most: number): Promise<Buffer | null> =>
      asked(
        calls.call(provider, { url, headers }, ONCE).then((response) => readUpTo(response, most)),
        [404],
      ),
  };
}

async function readUpTo(response: Response, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (!response.body) return null;
  try {
    for await (const part of response.body) {
      size += part.length;
      // Left here, the rest is not read.
      if (size > most) return null;
      parts.push(part);
    }
  } catch {
    throw new MailboxError("unreachable");
  }
  return Buffer.concat(parts);
}
