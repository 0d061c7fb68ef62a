/** `/splnothanq`: the extra was not taken. Nothing falls here, and nothing is asked again. */
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/extra-declined";
import { PlainEnd } from "./end-page.tsx";
import { readCame } from "./extra-return.ts";
import { FirePurchases } from "./fire-purchases.tsx";
import { RefusedHandOver } from "./refused-hand-over.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Nothing was added"),
    description: t("You didn't add the extra, and you haven't been charged for it."),
    path: "/splnothanq",
    noindex: true,
  }));

export const loader = (args: Route.LoaderArgs) => readCame(args, "declined");

export default function ExtraDeclined({ loaderData }: Route.ComponentProps) {
  const t = useText();
  if (loaderData.kind === "refused") return <RefusedHandOver text={loaderData.text} back={loaderData.back} />;
  if (loaderData.kind === "bare")
    return (
      <PlainEnd
        title={t("Nothing was added")}
        lead={t("There was no extra here, and you haven't been charged.")}
        to={loaderData.signed_in ? "/account/subscription" : "/stores"}
        words={loaderData.signed_in ? t("Open your membership") : t("Browse stores")}
      />
    );
  return (
    <>
      <FirePurchases purchases={loaderData.purchases} />
      <PlainEnd
        title={t("{{name}} was not added", { name: loaderData.upsell === "plus" ? "Plus" : "ShipRight" })}
        lead={t("Nothing was charged for it. Your membership is as it was.")}
        note={t("You can add it later in your account.")}
        to={loaderData.next}
        words={t("Continue")}
      />
    </>
  );
}
