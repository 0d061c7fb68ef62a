import { data, redirect } from "react-router";
import { pageContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { appCookieLine } from "../app-cookie.ts";
import type { Route } from "./+types/force-login";
import { handOver, targetOf } from "./full-page-target.ts";
import { HandOver, titleOf, WrongTarget } from "./hand-over.tsx";
import { requireMember } from "./member.ts";

export const handle = memberPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: titleOf(t, loaderData?.kind ?? ""),
    description: t("Log in to your passbook."),
    path: "/mobile/force-login-then-redirect",
    noindex: true,
  }));

/** `/mobile/force-login-then-redirect?redirect=`: the login guard, the app's mark, and back into the app. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { publicUrl, brand } = context.get(pageContext);
  const target = targetOf(context, url.searchParams.get("redirect") ?? `${brand.app.scheme}://authorized`);
  // The extension is signed in by a page of its own.
  if (!target || target.kind === "extension") return data({ kind: "wrong" as const, link: "" }, { status: 400 });
  const member = await requireMember(context, url);
  const headers = { "set-cookie": appCookieLine(publicUrl) };
  if (target.kind === "path") throw redirect(target.to, { headers });
  return data({ kind: target.kind, link: await handOver(context, target.to, member) }, { headers });
}

export default function ForceLogin({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === "wrong" ? <WrongTarget /> : <HandOver link={loaderData.link} />;
}
