/** `/order-protection-link`: where linking a mailbox ends. Until mailboxes can be linked it says what there is instead. */
import { useLocation } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/link-result";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Linked accounts"),
    description: t("Where your order emails come from, and what we read in them."),
    path: "/order-protection-link",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireMember(context, url);
  return null;
}

/** No address can make this page say that a mailbox is linked: what is linked stands with the member. */
export default function LinkResult() {
  const t = useText();
  return (
    <div className="container grid max-w-[640px] py-10 [--gap:1.25rem]">
      <h1>{t("No mailbox was linked")}</h1>
      <Note kind="info">
        {t(
          "Linking a whole mailbox is not offered yet. Your order emails reach us by forwarding, which needs no access to your mailbox.",
        )}
      </Note>
      <p>
        <ButtonLink look="primary" href="/account/protection/accounts">
          {t("Your forwarding address")}
        </ButtonLink>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
