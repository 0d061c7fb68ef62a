import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatShortMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { codeCookieLine } from "../code-cookie.ts";
import type { Route } from "./+types/refer";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Bring a friend"),
    description: t("Both of you get a reward when your friend's first order is confirmed."),
    path: "/refer",
  }));

type Seen = "invited" | "own" | "member" | "unknown" | "plain";

/** `/refer?code=` (or `?ref=`): keeps a code that somebody has, for 30 days, so that it is still there after joining. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { rewards } = context.get(servicesContext);
  const { member, publicUrl, brand } = context.get(pageContext);
  const asked = url.searchParams.get("code") ?? url.searchParams.get("ref");
  const invitation = asked ? await rewards.invitation(asked.slice(0, 100)) : null;
  const seen: Seen = !asked
    ? "plain"
    : !invitation
      ? "unknown"
      : !member
        ? "invited"
        : member.user_id === invitation.user_id
          ? "own"
          : "member";
  const headers = new Headers();
  if (invitation && seen === "invited") headers.append("set-cookie", codeCookieLine(invitation.code, publicUrl));
  return data({ seen, name: invitation?.name ?? "", terms: rewards.terms(brand.partner_name) }, { headers });
}

const NOTES: Readonly<Record<Seen, { kind: "info" | "bad"; text: string } | null>> = {
  invited: null,
  plain: null,
  own: { kind: "info", text: "This is your own invitation, as a friend sees it." },
  member: { kind: "info", text: "You're already a member. Invitations are for new members." },
  unknown: { kind: "bad", text: "We don't recognize this invitation code. Ask your friend for the link again." },
};

export default function Refer({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { seen, name, terms } = loaderData;
  const invited = seen === "invited" || seen === "own";
  const friend = formatShortMoney(terms.friend_minor);
  const least = formatShortMoney(terms.min_order_minor);
  const note = NOTES[seen];
  return (
    <Frame>
      {/* The extension's prompt asks whether a referral system is on the page (SPEC §4). */}
      <div className="wrap section split split-top" data-referral-system="">
        <div>
          {note && (
            <div className="mb-6">
              <Note kind={note.kind}>{t(note.text)}</Note>
            </div>
          )}
          <h1>
            {invited
              ? t("{{name}} invites you: {{amount}} on your first order", { name, amount: friend })
              : t("Bring a friend, and both of you get {{amount}}", { amount: friend })}
          </h1>
          <p className="lead mt-4">
            {t("Cash back and coupons at the stores you already use. We track every cent, from click to payout.")}
          </p>
          <ol className="mt-6 grid [--gap:1rem]">
            {steps(invited, least, terms.window_days, t).map((step, at) => (
              <li key={step} className="row">
                <span className="step-no" aria-hidden="true">
                  {at + 1}
                </span>
                <span>{step}</span>
              </li>
            ))}
          </ol>
          <div className="row row-wrap mt-8">
            {seen === "own" || seen === "member" || seen === "plain" ? (
              <ButtonLink look="primary" size="lg" href="/account/referrals">
                <Icon name="link" size="sm" />
                {t("Get your own link")}
              </ButtonLink>
            ) : (
              <ButtonLink look="primary" size="lg" href="/register" rel="nofollow">
                {t("Create your free account")}
              </ButtonLink>
            )}
            <ButtonLink size="lg" href="/stores">
              {t("Browse stores")}
            </ButtonLink>
          </div>
          <p className="small muted mt-4">{t("Joining is free and needs no card.")}</p>
        </div>
        <Receipt
          title={t("What you both get")}
          lines={[
            { term: t("The new member"), value: formatShortMoney(terms.friend_minor), tone: "back" },
            { term: t("The one who invited"), value: formatShortMoney(terms.inviter_minor), tone: "back" },
            { term: t("First order of at least"), value: least },
            { term: t("Made after joining within"), value: t("{{days}} days", { days: terms.window_days }) },
          ]}
        >
          <p className="small muted mt-4">
            {t(
              "The reward shows as pending when the store reports the order, and it's yours when the store confirms it. If the order is returned, both of you lose the reward.",
            )}
          </p>
          <p className="small muted mt-3">
            {t(
              "For new members, one account per person, up to {{most}} rewarded friends a year. The store pays us, not your friend.",
              { most: terms.max_per_year },
            )}{" "}
            <a href="/terms">{t("Terms")}</a>
          </p>
        </Receipt>
      </div>
    </Frame>
  );
}

function steps(invited: boolean, least: string, days: number, t: Translate): string[] {
  return invited
    ? [
        t("Join. Your invitation is kept with your account."),
        t("Spend {{amount}} or more through any store here within {{days}} days.", { amount: least, days }),
        t("When the store confirms the order, both rewards are paid into your passbooks."),
      ]
    : [
        t("Send your link to someone who's new here."),
        t("They spend {{amount}} or more through any store here within {{days}} days.", {
          amount: least,
          days,
        }),
        t("When the store confirms the order, both rewards are paid into your passbooks."),
      ];
}
