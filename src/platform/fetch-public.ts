/**
 * Fetches from addresses that strangers wrote, such as pictures in feeds. The address that is checked is the one that is
 * connected to: the look-up of the connection itself is ours, so that a name cannot answer twice and differently.
 */
import { type LookupAddress, lookup as lookUp } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { OutgoingError } from "#platform/outgoing";

/** An address that nobody outside may make us reach, or more bytes than were asked for. */
export class ForbiddenFetchError extends Error {}

export type PublicRequest = {
  url: string;
  accept: string;
  max_bytes: number;
  timeout_ms: number;
  /** Whether this IP address may be connected to. */
  allows: (address: string) => boolean;
  /** How many redirects are followed, each checked like the first address; absent: none. */
  hops?: number;
};

/** The body of a 2xx answer. Redirects are followed as far as `hops` says. Errors: `OutgoingError` for what is not there, else `ForbiddenFetchError`. */
export async function fetchPublic(asked: PublicRequest): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await openPublic(asked)).body) parts.push(part);
  return Buffer.concat(parts);
}

/** The same as it comes in, for bodies too large to hold. Errors within the body are thrown while it is read. */
export function openPublic(
  asked: PublicRequest,
  // One limit of time for the whole way.
  signal = AbortSignal.timeout(asked.timeout_ms),
): Promise<{ content_type: string; body: AsyncGenerator<Uint8Array, void, undefined> }> {
  const url = new URL(asked.url);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return Promise.reject(new ForbiddenFetchError("the address is not a web address"));
  // A host in figures is never looked up, so that it is checked here.
  if (isIP(host) && !asked.allows(host)) return Promise.reject(new ForbiddenFetchError(NOT_PUBLIC));
  return new Promise((settle, fail) => {
    const gone = (cause?: unknown) =>
      new OutgoingError(`no answer from ${url.host}`, { status: null, unknown: true, cause });
    const call = (url.protocol === "https:" ? requestHttps : requestHttp)(
      url,
      {
        method: "GET",
        headers: { accept: asked.accept, "accept-encoding": "identity", "user-agent": "tuppence" },
        lookup: checkedLookup(asked.allows),
        signal,
        agent: false,
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const { location } = answer.headers;
        if (REDIRECTS.has(status) && location !== undefined && asked.hops) {
          answer.destroy();
          const next = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
          // What was asked for safely is not fetched in the open.
          if (!next || (url.protocol === "https:" && next.protocol !== "https:"))
            return void fail(new ForbiddenFetchError("the address leads to one that is not safe"));
          openPublic({ ...asked, url: next.href, hops: asked.hops - 1 }, signal).then(settle, fail);
          return;
        }
        if (status < 200 || status > 299) {
          answer.destroy();
          fail(new OutgoingError(`${url.host} answered ${status}`, { status, unknown: false }));
          return;
        }
        settle({ content_type: answer.headers["content-type"] ?? "", body: limited(answer, asked.max_bytes, gone) });
      },
    );
    call.on("error", (error) => fail(error instanceof ForbiddenFetchError ? error : gone(error)));
    call.end();
  });
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function* limited(
  answer: IncomingMessage,
  maxBytes: number,
  gone: (cause?: unknown) => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw new ForbiddenFetchError(`larger than ${Math.round(maxBytes / 2 ** 20)} megabytes`);
      yield part;
    }
  } catch (error) {
    throw error instanceof ForbiddenFetchError ? error : gone(error);
  } finally {
    answer.destroy();
  }
}

const NOT_PUBLIC = "the address is not a public one";

/** One forbidden address among several is enough: which one would be taken is not ours to guess. */
function checkedLookup(allows: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[];
      const first = addresses?.[0];
      if (error || !first) return void done(error ?? new Error(`${host} has no address`), "", 4);
      if (addresses.some(({ address }) => !allows(address)))
        return void done(new ForbiddenFetchError(NOT_PUBLIC), "", 4);
      // Node's types know one of the two shapes of the answer; `all` asks for the other.
      if (options.all) done(null, addresses as never);
      else done(null, first.address, first.family);
    });
  };
}
