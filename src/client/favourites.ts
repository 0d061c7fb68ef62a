import { openAuth } from "./auth.ts";
import { call } from "./call.ts";
import { changeViewer, currentViewer } from "./viewer.ts";

/** The heart changes at once, and back when the server did not take it. */
export async function toggleFavourite(internalName: string): Promise<void> {
  const { authenticated, favourites: before } = currentViewer();
  if (!authenticated) {
    openAuth("sm-register");
    return;
  }
  const had = before.has(internalName);
  const next = new Set(before);
  if (had) next.delete(internalName);
  else next.add(internalName);
  changeViewer({ favourites: next });
  await call(`/api/user/favourites/${encodeURIComponent(internalName)}`, { method: had ? "DELETE" : "PUT" }).catch(() =>
    changeViewer({ favourites: before }),
  );
}
