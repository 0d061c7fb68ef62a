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
  sid: string | null;
  cid: string | null;
  /** Which run: `standard`, the product's own name for Plus, `shipright`. */
  subs: Record<string, { active: boolean }>;
  plus: { active: boolean };
  shipping: { active: boolean };
  login_token: string;
  expires: string;
};
/** Where this browser keeps its member between two pages (SPEC §4). */
export const STORED_USER = "user";
export type Balances = { available_minor: string; pending_minor: string; coins: string };
export type Waiting = {
  merchant_name: string;
  rate_text: string;
  return_to: string;
  logo_url?: string | null;
  /** The name in addresses of a store that is to be kept among the member's own, and nobody goes there. */
  keeps?: string;
  /** The store is not with us, and is wished for. */
  wishes?: true;
  /** An offer that pays coins, and no store. */
  pays?: "coins";
};
export type AuthPage = "sm-login" | "sm-register";
/** A list that was read, until when it counts as fresh, and how far it was read where it has pages. */
export type CachedList = { data: readonly unknown[]; expire: number; page: number; has_more: boolean };
export type ListName =
  | "top_stores"
  | "merchants_we_love"
  | "best_cashback"
  | "top_products"
  | "offers"
  | "coupons"
  | "stores";
export type LinkedAccountNote = { provider: string };
export type Viewer = {
  /** SPEC §3: the partner whose pages these are. */
  info: { partner_name: string; has_extension: boolean } | null;
  authenticated: boolean;
  /** Whether the visit has an attribution with a sid. */
  attribution: boolean;
  /** SPEC §4: of the last thing asked about who is signed in. The first is asked when the page has come alive. */
  status: "loading" | "success" | "error";
  /** The server's own, or ours, of what failed last. */
  errors: readonly string[];
  user?: ViewerUser;
  default_pages: { login: AuthPage; register: AuthPage };
  terms: { firefox: boolean; pii: boolean; stats: boolean; cookies: boolean };
  /** By name, and where a list has kinds by its address too. */
  lists: Readonly<Partial<Record<ListName | `${ListName} ${string}`, CachedList>>>;
  /** Stores whose codes were opened on this visit: their other codes need no second press. */
  showCodeForMerchantIds: ReadonlySet<string>;
  /** Accounts elsewhere that sign in here; null until it was asked. Their addresses are the settings page's own. */
  linked_accounts: readonly LinkedAccountNote[] | null;
  rebate_address_updated: boolean;
  balances?: Balances;
  /** Notices that were not read; ten stand for more. */
  unread: number;
  favourites: ReadonlySet<string>;
  /** The login/register modal, when it is open, and what waits behind it. */
  auth: { page: AuthPage; waiting: Waiting | null } | null;
  toast: { kind: "good" | "bad"; text: string; id: number } | null;
  /** A newer version of the product waits to take over. */
  update_ready: boolean;
};

const UNKNOWN: Viewer = {
  info: null,
  authenticated: false,
  attribution: false,
  status: "loading",
  errors: [],
  default_pages: { login: "sm-login", register: "sm-register" },
  terms: { firefox: false, pii: false, stats: true, cookies: true },
  lists: {},
  showCodeForMerchantIds: new Set(),
  linked_accounts: null,
  rebate_address_updated: false,
  unread: 0,
  favourites: new Set(),
  auth: null,
  toast: null,
  update_ready: false,
};
let viewer: Viewer = UNKNOWN;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const whole = (viewer: Viewer) => viewer;

/**
 * What `select` takes of the viewer, as it is kept there (nothing made anew): a component is drawn again only when that changes. The
 * server and the first client render always see an unknown viewer, so that their markup is the same.
 */
export function useViewer(): Viewer;
export function useViewer<T>(select: (viewer: Viewer) => T): T;
export function useViewer(select: (viewer: Viewer) => unknown = whole): unknown {
  return useSyncExternalStore(
    subscribe,
    () => select(viewer),
    () => select(UNKNOWN),
  );
}

/** The viewer of this moment, for what is no component. */
export const currentViewer = (): Viewer => viewer;

export function changeViewer(change: Partial<Viewer>): void {
  viewer = { ...viewer, ...change };
  for (const listener of listeners) listener();
}

/** Nobody is signed in any more, and nothing of who was stays. `errors`: why, where something failed. */
export function emptyViewer(errors: readonly string[] = []): void {
  // `exactOptionalPropertyTypes`: what is gone is removed, not set to undefined.
  const { user: _user, balances: _balances, ...rest } = viewer;
  viewer = rest;
  changeViewer({
    authenticated: false,
    status: errors.length ? "error" : "success",
    errors,
    favourites: new Set(),
    unread: 0,
    linked_accounts: null,
    rebate_address_updated: false,
  });
}
