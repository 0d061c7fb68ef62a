import { pageContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/mobile-authorized";
import { handOver } from "./full-page-target.ts";
import { HandOver } from "./hand-over.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("You're signed in"),
    description: t("Log in to your passbook."),
    path: "/mobile/authorized",
    noindex: true,
  }));

/** `/mobile/authorized`: the end of a sign-in inside the app, `{scheme}://authorized` with a token that works once. */
export async function loader({ context }: Route.LoaderArgs) {
  const { member, brand } = context.get(pageContext);
  if (!member) return { link: null };
  return { link: await handOver(context, `${brand.app.scheme}://authorized`, member) };
}

export default function MobileAuthorized({ loaderData }: Route.ComponentProps) {
  const t = useText();
  if (loaderData.link) return <HandOver link={loaderData.link} />;
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <h1>{t("You're not signed in yet")}</h1>
        <p className="lead">{t("Sign-in wasn't finished. Start again, and the app will open afterward.")}</p>
        <ButtonLink look="primary" size="lg" href="/mobile-login-full-page-redirect">
          {t("Log in")}
        </ButtonLink>
      </div>
    </BareFrame>
  );
}
