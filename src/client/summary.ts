import { call } from "./call.ts";
import {
  type Balances,
  changeViewer,
  currentViewer,
  type LinkedAccountNote,
  STORED_USER,
  type ViewerUser,
} from "./viewer.ts";

/** What an account opens changes between two sign-ins: an address is confirmed, a membership begins or ends. */
type Standing = Pick<ViewerUser, "is_verified" | "coin_onboarding" | "subscribed" | "subs" | "plus" | "shipping">;
type Summary = {
  balances: Balances;
  favourites: string[];
  unread: number;
  linked_accounts: LinkedAccountNote[];
  standing: Standing;
};

/**
 * What differs for a member: balances in the header, favourites on cards, linked accounts, and what the account opens by now. A failure
 * leaves the page as it is.
 */
export async function refreshSummary(): Promise<void> {
  const asked = currentViewer().user;
  const summary = await call<Summary>("/api/user/summary").catch(() => null);
  if (!summary) return;
  const { standing, favourites, ...rest } = summary;
  changeViewer({ ...rest, favourites: new Set(favourites) });
  // Whoever else is there by now was asked about anew.
  if (!asked || currentViewer().user !== asked) return;
  const user = { ...asked, ...standing };
  const text = JSON.stringify(user);
  // Other tabs follow what is written: nothing is, where nothing differs.
  if (text === localStorage.getItem(STORED_USER)) return;
  localStorage.setItem(STORED_USER, text);
  changeViewer({ user });
}
