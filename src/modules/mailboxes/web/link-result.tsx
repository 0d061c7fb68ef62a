/** `/order-protection-link`: where linking a mailbox ends, with what really came of it. */
import { useLocation } from "react-router";
import type { LinkResult as Result } from "#mailboxes";
import { servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/link-result";
import { linkMeta } from "./link-meta.ts";
import { ENDED_WORDS, LINK_WORDS } from "./link-words.ts";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = linkMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const failed = /^(?:0|false)$/.test(url.searchParams.get("success") ?? "");
  return { failed, result: await context.get(servicesContext).mailboxes.linkResult(member.user_id) };
}

/**
 * SPEC §2 `success`: an address may say that nothing came of it. None can make this page say that a mailbox is linked: what is linked
 * stands with the member.
 */
export default function LinkResult({ loaderData: { failed, result } }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight grid [--gap:1.25rem]">
        <Outcome result={result} failed={failed} />
        <p>
          <ButtonLink look="primary" href="/account/protection/accounts">
            {t("See your linked accounts")}
          </ButtonLink>
        </p>
      </div>
    </Frame>
  );
}

function Outcome({ result, failed }: { result: Result | null; failed: boolean }) {
  const t = useText();
  if (failed && result && result.state !== "revoked")
    return (
      <>
        <h1>{t("No mailbox was linked")}</h1>
        <Note kind="info">{t("Nothing changed. What you linked before is as it was.")}</Note>
      </>
    );
  if (!result || result.state === "revoked")
    return (
      <>
        <h1>{t("No mailbox was linked")}</h1>
        <Note kind="info">{t((result && ENDED_WORDS[result.why]?.text) ?? NOTHING.text)}</Note>
      </>
    );
  const { address, state } = result;
  if (state === "checking" || state === "reauth_needed")
    return (
      <>
        <h1>{t("Your mailbox is not linked yet")}</h1>
        <p className="break-all">{address}</p>
        <Note kind={state === "checking" ? "wait" : "bad"}>{t(LINK_WORDS[state].more ?? NOTHING.text)}</Note>
      </>
    );
  return (
    <>
      <h1>{t("Your mailbox is linked")}</h1>
      <p className="break-all">{address}</p>
      <Note kind={state === "active" ? "good" : "wait"}>{t(LINK_WORDS[state].more ?? READ.text)}</Note>
    </>
  );
}

const NOTHING = { text: "No mailbox is linked now. You can link one, or forward your order emails." };
const READ = { text: "Its last 90 days were read. From now on we look for new order emails every 15 minutes." };

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
