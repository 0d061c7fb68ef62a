/** The guard of every screen of the console. */
import { data, type RouterContextProvider, redirect } from "react-router";
import type { Permission } from "#platform/operator";
import { pageContext, servicesContext } from "#services";
import type { Operator } from "#staff";

export const PARTNER_PAGE = "/console/partner";
type Args = { context: Readonly<RouterContextProvider>; request: Request };

/**
 * Who is signed in; a stranger is sent to the console's own sign-in and comes back, and whose roles do not allow it is told so.
 * `own`: whoever is signed in, for pages of their own.
 */
export function requireOperator({ context, request }: Args, permission?: Permission | "own"): Operator {
  const { operator } = context.get(pageContext);
  if (!operator) {
    const { pathname, search } = new URL(request.url);
    const back = pathname.replace(/(?:\/_)?\.data$/, "") + search.replace(/[?&]_routes=[^&]*/, "");
    throw redirect(`/console/sign-in?to=${encodeURIComponent(back)}`);
  }
  if (permission === "own") return operator;
  // Who is sent by a partner has one page, and the rest of the console is not there for them.
  if (operator.partner !== null) throw permission ? data("not_allowed", { status: 403 }) : redirect(PARTNER_PAGE);
  if (permission && !operator.permissions.has(permission)) throw data("not_allowed", { status: 403 });
  return operator;
}

export const staffOf = (context: Readonly<RouterContextProvider>) => context.get(servicesContext).staff;

/** Where a sign-in leads to: a place of the console, and nowhere else. */
export const placeBack = (to: string | null): string =>
  to && /^\/console(\/[\w./?&=%~-]*)?$/.test(to) && !to.includes("..") ? to : "/console";
