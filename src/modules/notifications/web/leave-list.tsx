/**
 * `/un`: leaving a mailing list from a mail, without a sign-in (RFC 8058). Mail programs post here by themselves; a
 * person who opens the link presses one button, because programs that only look at links must not leave for them.
 */
import { Form, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { LISTS } from "../rules.ts";
import type { Route } from "./+types/leave-list";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Unsubscribe from these emails?"),
    description: t("You're unsubscribed from these emails. Nothing else has changed."),
    path: "/un",
    noindex: true,
  }));

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("t")?.slice(0, 400) ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  return { list: context.get(servicesContext).notifications.readLeaveLink(tokenOf(request)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const list = await context.get(servicesContext).notifications.leave(tokenOf(request));
  return { left: list !== null, requestId: context.get(pageContext).requestId };
}

export default function LeaveList({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const busy = useNavigation().state === "submitting";
  const { list } = loaderData;
  return (
    <Frame>
      <div className="wrap wrap-narrow section">
        {actionData?.left ? (
          <>
            <h1>{t("Done")}</h1>
            <p className="lead mt-4">{t("You're unsubscribed from these emails. Nothing else has changed.")}</p>
          </>
        ) : list ? (
          <>
            <h1>{t("Unsubscribe from these emails?")}</h1>
            <p className="lead mt-4">
              {t(
                "You won't get emails about {{subject}} anymore. You'll still get emails about your account's security.",
                {
                  subject: LISTS[list][language],
                },
              )}
            </p>
            <Form method="post" className="mt-8">
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Leaving the list")}>
                {t("Unsubscribe")}
              </Button>
            </Form>
          </>
        ) : (
          <>
            <h1>{t("This link doesn't work")}</h1>
            <p className="lead mt-4">{t("It's incomplete or was altered. Open it from the email again.")}</p>
            <p className="mt-8">
              <ButtonLink href="/">{t("Go to the home page")}</ButtonLink>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}
