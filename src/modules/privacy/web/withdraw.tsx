/** `/ccpa-privacy-rights/withdraw`: lets a request go, by `?t=` of a mail or by `?n=` of who is signed in. Opening it alone changes nothing. */
import { data, Form, type RouterContextProvider, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/withdraw";
import { BrokenLink, useAnswered } from "./pressed-link.tsx";
import { RequestSlip } from "./request-slip.tsx";

/** The address can hold a secret: it goes to nobody else. To us it goes, or a press without script would be refused as a foreign one. */
export const headers = () => ({ "referrer-policy": "same-origin", "x-robots-tag": "noindex" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your privacy request"),
    description: t("One click withdraws it."),
    path: "/ccpa-privacy-rights/withdraw",
    noindex: true,
  }));

/** Null when nobody is signed in and no link was followed. */
function askedBy(context: Readonly<RouterContextProvider>, url: URL) {
  const token = url.searchParams.get("t");
  if (token !== null) return { token: token.slice(0, 200) };
  const { member } = context.get(pageContext);
  return member && { number: url.searchParams.get("n")?.slice(0, 20) ?? "", user_id: member.user_id };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const by = askedBy(context, url);
  const found = by && (await context.get(servicesContext).privacy.readWithdraw(by));
  return data({ found }, found ? 200 : 404);
}

export async function action({ context, url }: Route.ActionArgs) {
  const by = askedBy(context, url);
  const found = by && (await context.get(servicesContext).privacy.withdraw(by));
  return data({ found }, found ? 200 : 404);
}

export default function WithdrawRequest({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const { found } = actionData ?? loaderData;
  const heading = useAnswered(actionData);
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        {!found ? (
          <BrokenLink
            heading={heading}
            words={t(
              "It's incomplete, or went to an address that the request no longer has. Log in, or reply to our email.",
            )}
            href="/ccpa-privacy-rights#status"
            label={t("Your privacy choices")}
          />
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {headOf(found.page, t)}
            </h1>
            <p className="lead mt-4">
              {found.page.may_withdraw
                ? t(
                    "Nothing of it is carried out yet. Once it's withdrawn nobody works on it; you can ask again at any time.",
                  )
                : t("Keep the number to check on your request.")}
            </p>
            <div className="mt-8">
              <RequestSlip request={found.page} level={2} />
            </div>
            {found.page.may_withdraw && (
              <Form method="post" className="mt-8">
                <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Withdrawing")}>
                  {t("Yes, withdraw it")}
                </Button>
              </Form>
            )}
            <p className="mt-8">
              <a href="/ccpa-privacy-rights#status" data-document="">
                {t("Your privacy choices")}
              </a>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}

type Page = { may_withdraw: boolean; state: string };

function headOf({ may_withdraw, state }: Page, t: ReturnType<typeof useText>): string {
  if (may_withdraw) return t("Withdraw this request?");
  return state === "withdrawn" ? t("It's withdrawn") : t("It has ended already");
}
