/**
 * `/account/contact`: the same form for members, with what they wrote; `?about=missing-purchase` opens it for a purchase,
 * `?thread=` one conversation.
 */
import { data } from "react-router";
import type { ThreadLine } from "#help";
import { pageContext, servicesContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { ChatLink } from "../../../site/chat-link.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/account-contact";
import { ContactForm, MessageSent } from "./contact-form.tsx";
import { OwnMessages } from "./own-messages.tsx";
import { type ContactData, contactData, type SentResult, sendMessage } from "./send-message.ts";
import { sendReply } from "./send-reply.ts";
import { ThreadView } from "./thread-view.tsx";

export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Help and contact"),
    description: t("Write to us about a purchase, a payout, your membership or anything else. A person answers."),
    path: "/account/contact",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { threads, newForm } = context.get(servicesContext).help;
  const asked = url.searchParams.get("thread");
  if (asked === null)
    return { thread: null, ...contactData(context, url, member), threads: await threads.list(member.user_id) };
  const { language } = context.get(pageContext);
  const thread = await threads.read({ user_id: member.user_id, thread: asked, language });
  if (!thread) throw data(null, { status: 404 });
  return { thread, form: newForm(), replied: url.searchParams.get("said") === "reply" };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const thread = url.searchParams.get("thread");
  return thread === null ? sendMessage(context, request, url, member) : sendReply(context, request, thread, member);
}

export default function AccountContact({ loaderData: facts, actionData }: Route.ComponentProps) {
  return facts.thread ? (
    <ThreadView key={facts.thread.id} facts={facts} result={actionData} />
  ) : (
    <Contact facts={facts} result={actionData} />
  );
}

function Contact({
  facts,
  result,
}: {
  facts: ContactData & { threads: readonly ThreadLine[] };
  result: SentResult | undefined;
}) {
  const t = useText();
  const missing = facts.about === "missing-purchase";
  return (
    <>
      <header className="mb-6 max-w-[46rem]">
        <h1>{missing ? t("Report a missing purchase") : t("Help and contact")}</h1>
        <p className="muted mt-2">
          {missing
            ? t("You bought after clicking through, and two days later it still isn't in your passbook? Tell us here.")
            : t("A person answers by email within {{days}} working days.", { days: facts.answerDays })}{" "}
          <a href="/account/faq">{t("Questions and answers")}</a>
        </p>
        <p className="mt-4">
          <ChatLink href="#message">{t("Chat with us")}</ChatLink>
        </p>
      </header>
      <div className="max-w-[36rem]">
        {facts.sent ? (
          <MessageSent facts={facts} again="/account/contact" />
        ) : (
          <ContactForm key={facts.about} facts={facts} result={result} />
        )}
      </div>
      <OwnMessages threads={facts.threads} />
    </>
  );
}
