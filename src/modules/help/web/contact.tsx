/** `/contact`: a form whose message a person answers, and the other ways to reach us. */
import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { ChatLink } from "../../../site/chat-link.tsx";
import type { Route } from "./+types/contact";
import { ContactForm, MessageSent } from "./contact-form.tsx";
import { contactData, sendMessage } from "./send-message.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Contact"),
    description: t("Write to us about a purchase, a payout, your membership or anything else. A person answers."),
    path: "/contact",
  }));

export const loader = async ({ context, url }: Route.LoaderArgs) =>
  contactData(context, url, context.get(pageContext).member);

export const action = async ({ context, request, url }: Route.ActionArgs) =>
  sendMessage(context, request, url, context.get(pageContext).member);

export default function Contact({ loaderData: facts, actionData }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap section-tight">
        <header className="max-w-[46rem]">
          <h1>{t("Contact")}</h1>
          <p className="lead mt-3">
            {t("A person answers by email within {{days}} working days.", { days: facts.answerDays })}
          </p>
        </header>
        <div className="mt-8 grid items-start [--gap:2.5rem] lg:grid-cols-[minmax(0,36rem)_18rem] lg:[--gap:4rem]">
          {facts.sent ? (
            <MessageSent facts={facts} again="/contact" />
          ) : (
            <ContactForm key={facts.about} facts={facts} result={actionData} />
          )}
          <aside className="grid [--gap:1.5rem]" aria-label={t("Other ways")}>
            <section>
              <h2 className="mb-2 text-xl">{t("Maybe it's answered already")}</h2>
              <p className="muted">
                <a href="/faq">{t("Questions and answers")}</a>
              </p>
            </section>
            <section>
              <h2 className="mb-2 text-xl">{t("By chat")}</h2>
              <p className="muted mb-3">
                {t("During office hours you chat with a person. Otherwise we answer by email.")}
              </p>
              <ChatLink href="#message">{t("Chat with us")}</ChatLink>
            </section>
            <section>
              <h2 className="mb-2 text-xl">{t("By email")}</h2>
              <p className="muted break-words">
                <a href={`mailto:${facts.supportEmail}`}>{facts.supportEmail}</a>
              </p>
            </section>
            <section>
              <h2 className="mb-2 text-xl">{t("To cancel")}</h2>
              <p className="muted">
                <a href="/cancel-subscription">{t("You don't need to write: it takes two clicks.")}</a>
              </p>
            </section>
          </aside>
        </div>
      </div>
    </Frame>
  );
}
