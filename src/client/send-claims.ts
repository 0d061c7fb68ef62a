/** Sends claims that were kept without a connection, each once: by one tab at a time, and again under the same key. */
import { CallError } from "#ui/call-error.ts";
import { call } from "./call.ts";
import { dropClaim, putClaim, readClaims } from "./kept.ts";
import type { KeptClaim } from "./kept-store.ts";
import { upload } from "./upload.ts";

/** Set by the page without a connection: most browsers have nothing to look for. */
export const WAITING = "kept_claims";

/** How many were sent, how many wait for their member's look, and how many were shared and wait for what they are for. */
export async function sendKeptClaims(user_id: string): Promise<{ sent: number; refused: number; shared: number }> {
  return navigator.locks.request("tuppence-kept-claims", async () => {
    let sent = 0;
    let refused = 0;
    let shared = 0;
    for (const claim of await readClaims(user_id)) {
      if (claim.shared) shared += 1;
      else if (claim.refused === undefined && (await send(claim))) sent += 1;
      else refused += 1;
    }
    if (refused + shared === 0) localStorage.removeItem(WAITING);
    return { sent, refused, shared };
  });
}

type HandedIn = { receipt_id: string; done: () => Promise<unknown> } | { refused: true };

/**
 * Hands in the first receipt that was shared without a connection, as a sharing with one does; null when none waits. It is kept until
 * `done` says that its member has seen it, and the same picture handed in twice is one receipt.
 */
export async function handInShared(user_id: string): Promise<HandedIn | null> {
  return navigator.locks.request("tuppence-kept-claims", async () => {
    const claim = (await readClaims(user_id)).find(({ shared }) => shared);
    if (!claim) return null;
    const form = new FormData();
    form.set("file", claim.file, claim.name);
    try {
      const { receipt_id } = await upload<{ receipt_id: string }>("/api/user/receipts", form, () => {});
      return { receipt_id, done: () => dropClaim(claim.request_key) };
    } catch (error) {
      if (!(error instanceof CallError) || isForLater(error)) throw error;
      await dropClaim(claim.request_key);
      return { refused: true };
    }
  });
}

/** Too many at once, a session that ended, a server that is away. */
const isForLater = ({ status }: CallError): boolean => [401, 408, 429].includes(status) || status >= 500;

/** False when we do not take it. What did not get through is thrown, and waits. */
async function send(claim: KeptClaim): Promise<boolean> {
  try {
    const form = new FormData();
    form.set("file", claim.file, claim.name);
    const receipt = await upload<{ receipt_id: string }>("/api/user/receipts", form, () => {});
    const { request_key, type, merchant, purchased_on, paid_minor } = claim;
    await call("/api/user/claims", {
      json: { request_key, type, merchant, purchased_on, paid_minor, receipt_ids: [receipt.receipt_id] },
    });
    await dropClaim(request_key);
    return true;
  } catch (error) {
    if (!(error instanceof CallError) || isForLater(error)) throw error;
    await putClaim({ ...claim, refused: error.message });
    return false;
  }
}
