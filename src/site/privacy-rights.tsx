/** `/ccpa-privacy-rights`: what anybody may ask for, and the switches themselves. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { PrivacyChoices } from "../modules/attribution/web/privacy-choices.tsx";
import { PageOfWords } from "../modules/content/web/page.tsx";
import type { Route } from "./+types/privacy-rights";

const NAME = "ccpa-privacy-rights";

export const handle = publicPage({
  cache_seconds: 3600,
  spanish: () => [import("../modules/content/web/es.json"), import("../modules/attribution/web/es.json")],
});

export async function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const page = context.get(servicesContext).content.page(NAME, { brand, language });
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, () => ({
    title: loaderData?.page.title ?? "",
    description: loaderData?.page.description ?? "",
    path: `/${NAME}`,
  }));

export default function PrivacyRights({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      <PageOfWords page={loaderData.page}>
        <PrivacyChoices />
      </PageOfWords>
    </Frame>
  );
}
