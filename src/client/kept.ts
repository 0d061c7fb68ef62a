/** What the pages put into this browser's own store for its member, and take from it. */
import { closeAlerts } from "./close-alerts.ts";
import { type KeptClaim, type Seen, withKept } from "./kept-store.ts";
import { asPublic } from "./public-user-id.ts";

/** Adds to what was seen. A browser that keeps nothing only shows less without a connection. */
export async function keepSeen(user_id: string, part: Omit<Seen, "user_id" | "at">): Promise<void> {
  try {
    const at = new Date(performance.timeOrigin + performance.now()).toISOString();
    // Read and written at once: another page, or tab, adds its own part at the same moment.
    await withKept<Seen | undefined>("seen", "readwrite", (store) => {
      const before: IDBRequest<Seen | undefined> = store.get(user_id);
      before.onsuccess = () => store.put({ ...before.result, ...part, user_id, at });
      return before;
    });
  } catch {
    // As said above.
  }
}

/** Nobody's passbook stays in a browser that nobody is signed in to, and none of their alerts on its screen. */
export const dropSeen = (): Promise<unknown> =>
  Promise.all([withKept("seen", "readwrite", (store) => store.clear()).catch(() => null), dropAlerts()]);
export const dropAlerts = async (): Promise<unknown> =>
  navigator.serviceWorker
    ?.getRegistration()
    .then(closeAlerts)
    .catch(() => null);
export const dropClaims = (): Promise<unknown> =>
  withKept("claims", "readwrite", (store) => store.clear()).catch(() => null);

export const readClaims = async (user_id: string): Promise<KeptClaim[]> =>
  (await withKept<KeptClaim[]>("claims", "readonly", (store) => store.getAll())).filter(
    (claim) => asPublic(claim.user_id) === user_id,
  );
export const putClaim = (claim: KeptClaim): Promise<unknown> =>
  withKept("claims", "readwrite", (store) => store.put(claim));
export const dropClaim = (request_key: string): Promise<unknown> =>
  withKept("claims", "readwrite", (store) => store.delete(request_key));
