import { useEffect } from "react";
import { data, redirect } from "react-router";
import { inDebug } from "#client/in-debug.ts";
import { showToast } from "#client/toasts.ts";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/logout";

/** SPEC §9: the message stays two seconds. */
const MESSAGE_MS = 2_000;

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Log out"),
    description: t("Successfully signed out!"),
    path: "/logout",
    noindex: true,
  }));

/**
 * The end of every sign-out. Who comes from the menu is signed out already and goes straight on; who opens the address
 * itself is signed out here and told so. A foreign page cannot sign anybody out by leading here.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { member, brand } = context.get(pageContext);
  const { identity } = context.get(servicesContext);
  const to = brand.logout_url ?? "/";
  const foreign = request.headers.get("sec-fetch-site") === "cross-site";
  if (!member) throw redirect(to);
  if (foreign) throw redirect("/");
  await identity.logout(member.session_id);
  const headers = new Headers();
  for (const line of identity.clearLines()) headers.append("set-cookie", line);
  return data({ to }, { headers });
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { to } = loaderData;
  useEffect(() => {
    localStorage.removeItem("user");
    void import("#client/kept.ts").then((part) => part.dropSeen());
    showToast("good", t("Successfully signed out!"));
    const timer = setTimeout(() => window.location.replace(inDebug(to)), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [t, to]);
  return (
    <BareFrame>
      <noscript>
        <meta httpEquiv="refresh" content={`2;url=${to}`} />
      </noscript>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <h1>{t("Successfully signed out!")}</h1>
        <p className="lead">{t("You're signed out on this device.")}</p>
        <a className="btn btn-secondary" href={to} data-document="">
          {t("Go to the home page")}
        </a>
      </div>
    </BareFrame>
  );
}
