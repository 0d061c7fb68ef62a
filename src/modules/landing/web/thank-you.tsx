import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/thank-you";
import { readOutcome } from "./end-facts.ts";
import { JoinedSlip, PlainEnd, SuccessPage } from "./end-page.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Thank you"),
    description: t("How your offer ended."),
    path: "/thankyou",
    noindex: true,
  }));

export async function loader({ context }: Route.LoaderArgs) {
  return readOutcome(context);
}

/** Open to everybody: a visitor is thanked, a member with a membership sees its slip. */
export default function ThankYou({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const t = useText();
  if (!loaderData.membership)
    return (
      <PlainEnd
        title={t("Thanks for stopping by")}
        lead={
          loaderData.name === null
            ? t("Log in to see what's in your passbook.")
            : t("Your free account is open. You have no membership, and nothing is charged.")
        }
        to={loaderData.name === null ? "/login" : "/stores"}
        words={loaderData.name === null ? t("Log in") : t("Browse stores")}
      />
    );
  return (
    <SuccessPage
      purchases={loaderData.purchases}
      title={t("Your passbook is open")}
      lead={t("Welcome, {{name}}. The terms are on their way to your mailbox.", { name: loaderData.name ?? "" })}
    >
      <JoinedSlip outcome={loaderData} />
    </SuccessPage>
  );
}
