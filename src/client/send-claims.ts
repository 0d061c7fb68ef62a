/** Sends claims that were kept without a connection, each once: by one tab at a time, and again under the same key. */
import { CallError } from "#ui/call-error.ts";
import { call } from "./call.ts";
import { dropClaim, putClaim, readClaims } from "./kept.ts";
import type { KeptClaim } from "./kept-store.ts";
import { upload } from "./upload.ts";

/** Set by the page without a connection: most browsers have nothing to look for. */
export const WAITING = "kept_claims";

/** How many were sent, and how many wait for their member's look. */
export async function sendKeptClaims(user_id: string): Promise<{ sent: number; refused: number }> {
  return navigator.locks.request("tuppence-kept-claims", async () => {
    let sent = 0;
    let refused = 0;
    for (const claim of await readClaims(user_id)) {
      if (claim.refused === undefined && (await send(claim))) sent += 1;
      else refused += 1;
    }
    if (refused === 0) localStorage.removeItem(WAITING);
    return { sent, refused };
  });
}

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
    // Too many at once, a session that ended, a server that is away: later.
    if (!(error instanceof CallError) || [401, 408, 429].includes(error.status) || error.status >= 500) throw error;
    await putClaim({ ...claim, refused: error.message });
    return false;
  }
}
