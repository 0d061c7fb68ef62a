import { useState } from "react";
import { call } from "#client/call.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { Route } from "./+types/profile-verify";
import { requireMember } from "./member.ts";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Confirm your email"),
    description: t("Receipts and payout notices go to a confirmed email."),
    path: "/account/profile/verify",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email, is_verified } = await requireMember(context, url);
  return { email, is_verified };
}

export default function ProfileVerify({ loaderData: { email, is_verified } }: Route.ComponentProps) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const [said, setSaid] = useState("");
  return (
    <div className="max-w-[40rem]">
      <h1>{is_verified ? t("Your email is confirmed") : t("Confirm your email")}</h1>
      {is_verified ? (
        <>
          <p className="lead mt-3">{t("Receipts and payout notices go to {{email}}.", { email: email ?? "" })}</p>
          <p className="mt-6">
            <ButtonLink href="/account/profile">{t("Back to my profile")}</ButtonLink>
          </p>
        </>
      ) : email ? (
        <>
          <p className="lead mt-3">{t("We sent a link to {{email}}. It works once, for 72 hours.", { email })}</p>
          <p className="mt-3">
            {t(
              "You need a confirmed email to start offers and surveys and to get emails about your money. You don't need it to shop.",
            )}
          </p>
          <div className="mt-6 grid [--gap:1rem]">
            {said && (
              <Note kind="good" live>
                {said}
              </Note>
            )}
            {failure && (
              <Note kind="bad" live>
                {t("Something went wrong, please try again later.")}
                {/* The server's reason, where it gave one: too many tries, or confirmed meanwhile. */}
                {failure.code !== "unreachable" && failure.code !== "unexpected" && ` ${failure.text}`}
              </Note>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                look="primary"
                busy={busy}
                busyText={t("Sending the link")}
                onClick={() => {
                  setSaid("");
                  return run(async () =>
                    setSaid((await call<{ message: string }>("/api/verify/resend", { json: {} })).message),
                  );
                }}
              >
                {t("Send the link again")}
              </Button>
              <ButtonLink look="quiet" href="/account/profile">
                {t("Use another email")}
              </ButtonLink>
            </div>
          </div>
        </>
      ) : (
        <>
          <p className="lead mt-3">
            {t("Your account has no email yet. Add one so emails about your money reach you.")}
          </p>
          <p className="mt-6">
            <ButtonLink look="primary" href="/account/profile">
              {t("Add an email")}
            </ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
