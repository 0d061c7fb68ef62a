import { data, redirect } from "react-router";
import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { appCookieLine } from "../app-cookie.ts";
import { rememberLine } from "../return-path.ts";
import type { Route } from "./+types/login-full-page-redirect";
import { askPath, handOver, readAsk, targetOf } from "./full-page-target.ts";
import { ExtensionTooOld, HandOver, titleOf, WrongTarget } from "./hand-over.tsx";

const MOBILE = "/mobile-login-full-page-redirect";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: titleOf(t, loaderData?.kind ?? ""),
    description: t("Log in to your passbook."),
    path: "/login-full-page-redirect",
    noindex: true,
  }));

/**
 * `/login-full-page-redirect` and `/mobile-login-full-page-redirect`: sign in when needed, then to `redirect`, which must
 * be on the list (SPEC "Routes"). The mobile one marks its reader as somebody who uses the app.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, publicUrl, brand } = context.get(pageContext);
  const mobile = url.pathname === MOBILE;
  const asked = url.searchParams.get("redirect") ?? (mobile ? `${brand.app.scheme}://authorized` : "/account");
  const target = targetOf(context, asked);
  const headers = new Headers();
  if (mobile) headers.append("set-cookie", appCookieLine(publicUrl));
  if (!target) return data({ kind: "wrong" as const, link: "" }, { status: 400 });
  if (target.kind === "extension") {
    // Asked of its reader by one page, signed in or not.
    const ask = readAsk(target.origin, url.searchParams.get("challenge"));
    if (ask === "too_old") return data({ kind: "too_old" as const, link: "" }, { status: 400 });
    throw redirect(askPath(ask), { headers });
  }
  if (!member) {
    headers.append("set-cookie", rememberLine(`${url.pathname}?redirect=${encodeURIComponent(asked)}`, publicUrl));
    throw redirect(`/login-full-page?redirect=${encodeURIComponent(asked)}`, { headers });
  }
  if (target.kind === "path") throw redirect(target.to, { headers });
  return data({ kind: target.kind, link: await handOver(context, target.to, member) }, { headers });
}

export default function LoginFullPageRedirect({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "too_old") return <ExtensionTooOld />;
  return loaderData.kind === "wrong" ? <WrongTarget /> : <HandOver link={loaderData.link} />;
}
