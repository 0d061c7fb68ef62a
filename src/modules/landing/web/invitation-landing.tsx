import { pageContext } from "#services";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/invitation-landing";
import { EntryPage } from "./entry-page.tsx";
import { enter } from "./landing-entry.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("You're invited"),
    description: t("Every slice wins, and every slice is drawn as wide as its odds. One spin each."),
    path: "/spl/spinv",
    noindex: true,
  }));

/** `?ref=` is a friend's code; rewards find it in its cookie after joining. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  return enter(request, context, "spinv", url.searchParams.get("ref"), context.get(pageContext).publicUrl);
}

export default function InvitationLanding({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { inviter } = loaderData;
  return (
    <EntryPage
      {...loaderData}
      title={
        inviter ? t("{{name}} invites you to spin the wheel", { name: inviter }) : t("You're invited to spin the wheel")
      }
      lead={t("Every slice wins, and every slice is drawn as wide as its odds. One spin each.")}
    >
      {!inviter && (
        <div className="mb-4 max-w-108">
          <Note kind="info">{t("We don't recognize the friend in this link. The offer is the same.")}</Note>
        </div>
      )}
    </EntryPage>
  );
}
