/** `/ccpa-privacy-rights/verify?t=`: the press that makes a request count. Opening the link alone changes nothing. */
import { data, Form, useNavigation } from "react-router";
import { servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { RIGHT_WORDS } from "../messages.ts";
import type { Route } from "./+types/verify";
import { BrokenLink, useAnswered } from "./pressed-link.tsx";
import { RequestSlip } from "./request-slip.tsx";

/** The address holds a secret: it goes to nobody else. To us it goes, or a press without script would be refused as a foreign one. */
export const headers = () => ({ "referrer-policy": "same-origin", "x-robots-tag": "noindex" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your privacy request"),
    description: t("One click confirms that you asked for it."),
    path: "/ccpa-privacy-rights/verify",
    noindex: true,
  }));

const tokenOf = (url: URL) => url.searchParams.get("t")?.slice(0, 100) ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await context.get(servicesContext).privacy.readLink(tokenOf(url));
  return data({ link }, link ? 200 : 404);
}

export async function action({ context, url }: Route.ActionArgs) {
  const link = await context.get(servicesContext).privacy.verify(tokenOf(url));
  return data({ link }, link ? 200 : 404);
}

export default function VerifyRequest({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const busy = useNavigation().state !== "idle";
  const { link } = actionData ?? loaderData;
  const heading = useAnswered(actionData);
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        {!link ? (
          <BrokenLink
            heading={heading}
            words={t(
              "It's incomplete, a newer email replaced it, or its 14 days are over. Open the newest email, or ask again.",
            )}
            href="/ccpa-privacy-rights#request"
            label={t("Send us a request")}
          />
        ) : link.waits ? (
          <>
            <h1>{link.page.agent ? t("Did you ask them to?") : t("Did you ask for this?")}</h1>
            <p className="lead mt-4">{RIGHT_WORDS[link.page.right][language]}</p>
            {link.page.agent && (
              <p className="mt-4">
                {t("{{name}} ({{email}}) asks this in your name.", link.page.agent)}{" "}
                {t("If you confirm it, our answer comes to you and not to them.")}
              </p>
            )}
            {link.words && <blockquote className="card card-pad mt-4 whitespace-pre-line">{link.words}</blockquote>}
            {!link.page.agent && (
              <p className="muted mt-4">{t("If you didn't, close this page and nothing happens.")}</p>
            )}
            <Form method="post" className="mt-8">
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Confirming")}>
                {link.page.agent ? t("Yes, I gave permission") : t("Yes, this is my request")}
              </Button>
            </Form>
            <p className="mt-6">
              <a href={link.withdraw} data-document="">
                {t("No, withdraw it")}
              </a>
            </p>
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {headOf(link.page.state, t)}
            </h1>
            <p className="lead mt-4">
              {t("We emailed you what happens next. Keep the number to check on your request.")}
            </p>
            <div className="mt-8">
              <RequestSlip request={link.page} level={2} />
              {link.page.may_withdraw && (
                <p className="mt-3">
                  <a href={link.withdraw} data-document="">
                    {t("Withdraw it")}
                  </a>
                </p>
              )}
            </div>
            <p className="mt-8">
              <ButtonLink href="/ccpa-privacy-rights#status">{t("Your privacy choices")}</ButtonLink>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}

function headOf(state: string, t: ReturnType<typeof useText>): string {
  if (state === "withdrawn") return t("It's withdrawn");
  return state === "answered" ? t("Check your inbox") : t("We have your request");
}
