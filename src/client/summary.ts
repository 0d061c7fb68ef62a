import { call } from "./call.ts";
import { type Balances, changeViewer } from "./viewer.ts";

/** What differs for a member: balances in the header and favourites on cards. A failure leaves the page as it is. */
export async function refreshSummary(): Promise<void> {
  const summary = await call<{ balances: Balances; favourites: string[]; unread: number }>("/api/user/summary").catch(
    () => null,
  );
  if (summary)
    changeViewer({ balances: summary.balances, unread: summary.unread, favourites: new Set(summary.favourites) });
}
