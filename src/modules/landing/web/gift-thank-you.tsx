import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/gift-thank-you";
import { readOutcome } from "./end-facts.ts";
import { JoinedSlip, PlainEnd, SuccessPage } from "./end-page.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Thank you"),
    description: t("How your offer ended."),
    path: "/splamzthanq",
    noindex: true,
  }));

export async function loader({ context }: Route.LoaderArgs) {
  return readOutcome(context);
}

/** Where the gift-card landing ends: the bonus can be taken as a gift card once it is the member's. */
export default function GiftThankYou({ loaderData }: Route.ComponentProps) {
  const t = useText();
  if (!loaderData.membership)
    return (
      <PlainEnd
        title={t("Thanks for stopping by")}
        lead={t("Nothing was bought in this browser, and no gift card is waiting.")}
        to="/spl/splandamz"
        words={t("See the offer")}
      />
    );
  return (
    <SuccessPage
      purchases={loaderData.purchases}
      title={t("Your bonus is saved")}
      lead={t("The bonus waits in your passbook. When it is yours, withdraw it as a gift card or as cash.")}
    >
      <JoinedSlip outcome={loaderData} />
    </SuccessPage>
  );
}
