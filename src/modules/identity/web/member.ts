/** The login guard of SPEC §2, for loaders and actions of member pages. */
import { type RouterContextProvider, redirect } from "react-router";
import type { Member } from "#identity";
import { pageContext, servicesContext } from "#services";
import { initialsOf } from "../rules.ts";

/**
 * The member of this request. A visitor's attempt is recorded, the path is kept for an hour in `auth_redirect_url`, and
 * /login takes over. `url` is the page's own address, as React Router hands it to loaders.
 */
export async function requireMember(context: Readonly<RouterContextProvider>, url: URL): Promise<Member> {
  const { member, language } = context.get(pageContext);
  if (member) return member;
  const path = url.pathname + url.search;
  const headers = new Headers();
  for (const line of await context.get(servicesContext).identity.guard(path)) headers.append("set-cookie", line);
  throw redirect(language === "es" ? "/login?lang=es" : "/login", { headers });
}

/** What the account's frame says about a member. */
export type MemberCard = { name: string; initials: string; plus: boolean };

export const memberCard = (member: Member): MemberCard => ({
  name: member.name,
  initials: initialsOf(member.name),
  plus: member.plus_active,
});
