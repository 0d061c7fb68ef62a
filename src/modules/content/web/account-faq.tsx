/** `/account/faq`: the same answers inside the account. */
import { pageContext, servicesContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { ChatLink } from "../../../site/chat-link.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/account-faq";
import { Questions } from "./questions.tsx";

export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Questions and answers"),
    description: t("Cash back, coupons, payouts, membership and your account: how each works, in plain words."),
    path: "/account/faq",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireMember(context, url);
  const { brand, language } = context.get(pageContext);
  const { coins, content } = context.get(servicesContext);
  const topics = content.faq({ brand, language, open: await coins.ways.open() });
  return { topics: topics.map(({ name, title, parts }) => ({ name, title, parts })) };
}

export default function AccountFaq({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <>
      <header className="mb-6">
        <h1>{t("Questions and answers")}</h1>
      </header>
      <Questions topics={loaderData.topics} contact="/account/contact" />
      <p className="mt-8">
        <ChatLink href="/account/contact#chat">{t("Chat with us")}</ChatLink>
      </p>
    </>
  );
}
