/**
 * `/cancel-subscription`: from a mail's signed link it cancels with one press, signed out; without one, members go to
 * their membership and visitors read how it is done.
 */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { MEMBERSHIP_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/cancel-subscription";
import { CancelSlip } from "./cancel-slip.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Cancel membership"),
    description: t("Two clicks, signed in or from any of our emails. You won't be charged again."),
    path: "/cancel-subscription",
  }));

const tokenOf = (url: URL) => url.searchParams.get("t")?.slice(0, 300) ?? null;

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  if (token === null) {
    if (context.get(pageContext).member) throw redirect("/account/subscription#cancel");
    return { link: null, broken: false };
  }
  const link = await context.get(servicesContext).membership.readLink("cancel", token);
  return { link: link && { membership: link.membership }, broken: link === null };
}

export async function action({ context, url }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const outcome = await context.get(servicesContext).membership.cancelByLink(tokenOf(url) ?? "");
  if (outcome.ok) return { done: true, text: null };
  const row = MEMBERSHIP_REFUSALS[outcome.code];
  return data({ done: false, text: row[language] }, row.status);
}

export default function CancelSubscription({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const busy = useNavigation().state === "submitting";
  const { link, broken } = loaderData;
  const membership = link?.membership;
  const over = membership && (membership.cancel_at_period_end || membership.state === "ended");
  return (
    <Frame>
      <div className="wrap wrap-narrow section">
        {membership && (over || actionData?.done) ? (
          <CancelSlip membership={membership} />
        ) : (
          <>
            <h1>{t("Cancel membership")}</h1>
            {actionData?.text && (
              <div className="mt-4">
                <Note kind="bad" live>
                  {actionData.text}
                </Note>
              </div>
            )}
            {membership ? (
              <>
                <p className="lead mt-4">
                  {t(
                    "{{plan}}: benefits run until {{date}}, you are not charged again, and your money and coins stay yours.",
                    {
                      plan: membership.plan[language],
                      date: dateWords(membership.period.end),
                    },
                  )}
                </p>
                <Form method="post" className="mt-8">
                  <Button type="submit" look="brick" size="lg" busy={busy} busyText={t("Canceling")}>
                    {t("Cancel membership")}
                  </Button>
                </Form>
              </>
            ) : (
              <>
                <p className="lead mt-4">
                  {broken
                    ? t("This link no longer works. Log in and cancel in two clicks.")
                    : t(
                        "Log in, open Membership and press Cancel membership. Every email about it has a link that does it too.",
                      )}
                </p>
                <p className="mt-8">
                  <ButtonLink look="primary" size="lg" href="/account/subscription">
                    {t("Log in and cancel")}
                  </ButtonLink>
                </p>
              </>
            )}
          </>
        )}
      </div>
    </Frame>
  );
}
