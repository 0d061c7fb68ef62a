/** `/account/contact`: the same form for members; `?about=missing-purchase` opens it for a purchase. */
import { servicesContext } from "#services";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/account-contact";
import { ContactForm, MessageSent } from "./contact-form.tsx";
import { OwnMessages } from "./own-messages.tsx";
import { contactData, sendMessage } from "./send-message.ts";

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
  const messages = await context.get(servicesContext).help.mine(member.user_id);
  return { ...(await contactData(context, url, member)), messages };
}

export const action = async ({ context, request, url }: Route.ActionArgs) =>
  sendMessage(context, request, url, await requireMember(context, url));

export default function AccountContact({ loaderData: facts, actionData }: Route.ComponentProps) {
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
      </header>
      <div className="max-w-[36rem]">
        {facts.sent ? (
          <MessageSent facts={facts} again="/account/contact" />
        ) : (
          <ContactForm key={facts.about} facts={facts} result={actionData} />
        )}
      </div>
      <OwnMessages messages={facts.messages} />
    </>
  );
}
