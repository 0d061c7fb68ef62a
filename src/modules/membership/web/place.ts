/** Where the pages of the membership lie: in the account, or in the app, whose reader stays there. */
import { useLocation } from "react-router";

export type Place = { membership: string; billing: string };

const ACCOUNT: Place = { membership: "/account/subscription", billing: "/account/billing" };
const APP: Place = { membership: "/mobile/subscriptions", billing: "/mobile/billing" };

export const placeOf = (pathname: string): Place => (pathname.startsWith("/mobile/") ? APP : ACCOUNT);

export const usePlace = (): Place => placeOf(useLocation().pathname);
