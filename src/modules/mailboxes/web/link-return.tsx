/** `/order-protection-link/{provider}`: where Google and Microsoft send people back to. What went well is shown at its own address. */
import { redirect, useLocation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { startCookie } from "../grants/start-cookie.ts";
import { MAILBOX_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/link-return";
import { linkMeta } from "./link-meta.ts";

export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "no-referrer" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = linkMeta;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const outcome = await context.get(servicesContext).mailboxes.finishLink({
    ...{ user_id: member.user_id, provider: params.provider },
    ...{ params: Object.fromEntries(url.searchParams), browser: startCookie.read(request.headers.get("cookie")) },
  });
  if (outcome.ok) throw redirect("/order-protection-link?success=1", 303);
  return { message: MAILBOX_REFUSALS[outcome.code][context.get(pageContext).language] };
}

export default function LinkReturn({ loaderData: { message } }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight grid [--gap:1.25rem]">
        <h1>{t("No mailbox was linked")}</h1>
        <Note kind="info">{message}</Note>
        <p>
          <ButtonLink look="primary" href="/account/protection/accounts">
            {t("See your linked accounts")}
          </ButtonLink>
        </p>
      </div>
    </Frame>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
