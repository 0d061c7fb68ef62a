import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/payment-error";
import { PlainEnd } from "./end-page.tsx";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Payment declined"),
    description: t("You didn't buy a membership."),
    path: "/payment-error",
    noindex: true,
  }));

export default function PaymentError() {
  const t = useText();
  return (
    <PlainEnd
      title={t("Payment declined")}
      lead={t("Payment declined. Please enter a valid card and resubmit.")}
      note={t("You didn't buy a membership. If your bank shows a hold, it will drop off by itself.")}
      to="/spl/spt/5"
      words={t("Enter another card")}
    />
  );
}
