/**
 * The viewer: who reads the page. Public pages are the same for everybody; after hydration `session.ts` restores the
 * member by the start-up rules of SPEC §4, and components fill in what differs.
 */
import { useSyncExternalStore } from "react";

export type ViewerUser = {
  user_id: string;
  name: string;
  initials: string;
  /** None for somebody who came from another account without one. */
  email: string | null;
  is_verified: boolean;
  partner: string;
  subscribed: boolean;
  coin_onboarding: number;
  created_at: string;
  plus: { active: boolean };
  login_token: string;
  expires: string;
};
export type Balances = { available_minor: string; pending_minor: string; coins: string };
export type Waiting = { merchant_name: string; rate_text: string; return_to: string; logo_url?: string | null };
export type AuthPage = "sm-login" | "sm-register";
export type Viewer = {
  status: "unknown" | "anonymous" | "member";
  user?: ViewerUser;
  balances?: Balances;
  favourites: ReadonlySet<string>;
  /** The login/register modal, when it is open, and what waits behind it. */
  auth: { page: AuthPage; waiting: Waiting | null } | null;
  toast: { kind: "good" | "bad"; text: string; id: number } | null;
};

const UNKNOWN: Viewer = { status: "unknown", favourites: new Set(), auth: null, toast: null };
let viewer: Viewer = UNKNOWN;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The server and the first client render always see an unknown viewer, so that their markup is the same. */
export const useViewer = (): Viewer =>
  useSyncExternalStore(
    subscribe,
    () => viewer,
    () => UNKNOWN,
  );

/** The viewer of this moment, for what is no component. */
export const currentViewer = (): Viewer => viewer;

export function changeViewer(change: Partial<Viewer>): void {
  viewer = { ...viewer, ...change };
  for (const listener of listeners) listener();
}

/** Nobody is signed in any more, and nothing of who was stays. */
export function emptyViewer(): void {
  // `exactOptionalPropertyTypes`: what is gone is removed, not set to undefined.
  const { user: _user, balances: _balances, ...rest } = viewer;
  viewer = rest;
  changeViewer({ status: "anonymous", favourites: new Set() });
}
