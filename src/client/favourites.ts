import { openAuth } from "./auth.ts";
import { call } from "./call.ts";
import { changeViewer, currentViewer } from "./viewer.ts";

/**
 * The heart changes at once, and back when the server did not take it, which is answered with false. A visitor joins first, and is
 * told what for.
 */
export async function toggleFavourite(internalName: string, name: string): Promise<boolean> {
  if (!currentViewer().authenticated) {
    const return_to = window.location.pathname + window.location.search;
    const joined = await openAuth("sm-register", {
      merchant_name: name,
      rate_text: "",
      return_to,
      keeps: internalName,
    });
    if (!joined) return true;
  }
  const { favourites: before } = currentViewer();
  const had = before.has(internalName);
  const next = new Set(before);
  if (had) next.delete(internalName);
  else next.add(internalName);
  changeViewer({ favourites: next });
  return call(`/api/user/favourites/${encodeURIComponent(internalName)}`, { method: had ? "DELETE" : "PUT" }).then(
    () => true,
    () => {
      changeViewer({ favourites: before });
      return false;
    },
  );
}
