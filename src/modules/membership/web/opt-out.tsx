/**
 * `/spoptout`: no more tries on the card, and no more marketing by whatever way; from a mail's signed link or signed in. Opening
 * it changes nothing, because programs that only look at links must not decide for anybody: a press does.
 */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/opt-out";

export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Opt out"),
    description: t("No more retries on your card, and no more marketing messages."),
    path: "/spoptout",
    noindex: true,
  }));

/** What is sent to somebody; what stands on our own pages is not. */
const SENT = ["mail", "push", "text"] as const;

type Asked = { user_id: string | null; by: "link" | "member" | null; token: string };

/** A link that works names whom it is about, also when somebody else is signed in here. */
async function whoAsks(context: Route.LoaderArgs["context"], url: URL): Promise<Asked> {
  const token = url.searchParams.get("t")?.slice(0, 300) ?? "";
  if (token) {
    const owner = await context.get(servicesContext).membership.linkOwner("no-retry", token);
    return { user_id: owner, by: owner ? "link" : null, token };
  }
  const { member } = context.get(pageContext);
  return { user_id: member?.user_id ?? null, by: member ? "member" : null, token };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user_id, by, token } = await whoAsks(context, url);
  if (!user_id) return { by, broken: token !== "", retries: false, marketing: false };
  const { membership, notifications } = context.get(servicesContext);
  const lists = await notifications.lists(user_id);
  return {
    by,
    broken: false,
    retries: !(await membership.optedOut(user_id)),
    marketing: lists.some((one) => one.list === "news" && SENT.some((channel) => one[channel])),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { user_id, by, token } = await whoAsks(context, url);
  if (!user_id) {
    // The guard keeps the way back here, and signs in who pressed for it.
    if (!token) await requireMember(context, url);
    return data(null, 410);
  }
  const intent = (await request.formData()).get("intent");
  const { membership, notifications } = context.get(servicesContext);
  if (intent === "retries" || intent === "both")
    await (by === "link" ? membership.optOutByLink(token) : membership.optOutOfRetries(user_id));
  if (intent === "marketing" || intent === "both")
    for (const channel of SENT) await notifications.setList(user_id, "news", channel, false);
  return redirect(`${url.pathname}${url.search}`, 303);
}

export default function OptOut({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { by, broken, retries, marketing } = loaderData;
  return (
    <Frame>
      <div className="wrap wrap-narrow section">
        {by === null ? (
          <>
            <h1>{broken ? t("This link doesn't work") : t("Opt out")}</h1>
            <p className="lead mt-4">
              {broken
                ? t("It's incomplete, was altered, or is more than a year old. Nothing was changed.")
                : t("Open it from one of our emails, or log in.")}
            </p>
            <Form method="post" action="/spoptout" className="mt-8">
              <Button type="submit" look="primary" size="lg">
                {t("Log in to opt out")}
              </Button>
            </Form>
          </>
        ) : (
          <>
            <h1>{t("Opt out")}</h1>
            <p className="lead mt-4">{t("Each of these stays off until you switch it on again yourself.")}</p>
            <ul className="card mt-8 divide-y divide-(--tp-rule)">
              <Choice
                intent="retries"
                on={retries}
                title={t("Retries on a declined card")}
                text={t(
                  "We may try it again for up to 14 days. If you turn that off, pay when you like, or the membership ends.",
                )}
                off={t("We won't try your card again automatically.")}
                press={t("Don't try my card again")}
              />
              <Choice
                intent="marketing"
                on={marketing}
                title={t("News and offers")}
                text={t("You'll still get emails about payments, money back and account security.")}
                off={t("We don't send you marketing messages.")}
                press={t("Stop marketing messages")}
              />
            </ul>
            {retries && marketing && (
              <Form method="post" className="mt-6">
                <Button type="submit" name="intent" value="both">
                  {t("Opt out of both")}
                </Button>
              </Form>
            )}
            {!retries && !marketing && (
              <div className="mt-6">
                <Note kind="good">{t("Done. Both are off.")}</Note>
              </div>
            )}
            <p className="small muted mt-6">
              {t("To switch them on again:")} <a href="/account/billing#retries">{t("Billing")}</a>,{" "}
              <a href="/account/notifications#choices">{t("Notifications")}</a>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}

function Choice({
  intent,
  on,
  title,
  text,
  off,
  press,
}: {
  intent: "retries" | "marketing";
  on: boolean;
  title: string;
  text: string;
  off: string;
  press: string;
}) {
  const t = useText();
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <li className="card-pad">
      <div className="row between">
        <h2 className="text-lg">{title}</h2>
        <WordStamp tone={on ? "info" : "good"} {...(on ? {} : { icon: "check" as const })}>
          {on ? t("On") : t("Off")}
        </WordStamp>
      </div>
      <p className="small muted my-3">{on ? text : off}</p>
      {on && (
        <Form method="post">
          <Button type="submit" name="intent" value={intent} look="primary" busy={busy} busyText={t("One moment")}>
            {press}
          </Button>
        </Form>
      )}
    </li>
  );
}
