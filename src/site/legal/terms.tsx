import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./document.tsx";
import { termsOf } from "./terms-words.ts";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Terms & Conditions"),
    description: t("What you and we owe each other: cash back, the membership, and how each ends."),
    path: "/terms",
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  return { document: termsOf(brand, language, context.get(servicesContext).notifications.postalAddress) };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData.document} />;
}
