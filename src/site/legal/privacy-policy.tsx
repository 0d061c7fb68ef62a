import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/privacy-policy";
import { LegalPage } from "./document.tsx";
import { privacyOf } from "./privacy-words.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Privacy policy"),
    description: t("What we keep about you, why, for how long, and who gets it."),
    path: "/privacy-policy",
  }));

/** Readers in the United Kingdom get their own variant: by the place that the proxy tells, or by a British browser. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const { attribution, notifications } = context.get(servicesContext);
  const country = attribution.arrivalOf((name) => request.headers.get(name)).country_code;
  const british = country ? country === "GB" : /^[a-z]{2}-GB\b/i.test(request.headers.get("accept-language") ?? "");
  return { document: privacyOf(brand, language, { postalAddress: notifications.postalAddress, british }) };
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData.document} />;
}
