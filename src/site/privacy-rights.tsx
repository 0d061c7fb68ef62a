/** `/ccpa-privacy-rights`: what anybody may ask for, the switches themselves, and the form for everything that is no switch. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { PrivacyChoices } from "../modules/attribution/web/privacy-choices.tsx";
import { PageOfWords } from "../modules/content/web/page.tsx";
import { PrivacyRequests } from "../modules/privacy/web/privacy-requests.tsx";
import { requestData, sendRequest } from "../modules/privacy/web/send-request.ts";
import type { Route } from "./+types/privacy-rights";

const NAME = "ccpa-privacy-rights";

export const handle = personalPage({
  spanish: () => [
    import("../modules/content/web/es.json"),
    import("../modules/attribution/web/es.json"),
    import("../modules/privacy/web/es.json"),
  ],
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { brand, language, member } = context.get(pageContext);
  const page = context.get(servicesContext).content.page(NAME, { brand, language });
  if (!page) throw data(null, { status: 404 });
  return { page, facts: await requestData(context, url, member) };
}

export const action = async ({ context, request, url }: Route.ActionArgs) =>
  sendRequest(context, request, url, context.get(pageContext).member);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, () => ({
    title: loaderData?.page.title ?? "",
    description: loaderData?.page.description ?? "",
    path: `/${NAME}`,
  }));

export default function PrivacyRights({ loaderData, actionData }: Route.ComponentProps) {
  const { page, facts } = loaderData;
  return (
    <Frame>
      <PageOfWords page={page}>
        {/* A request can change what the switches show. */}
        <PrivacyChoices key={facts.sent} />
        <PrivacyRequests facts={facts} result={actionData} />
      </PageOfWords>
    </Frame>
  );
}
