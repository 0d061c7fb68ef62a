import { data, Form, useLocation, useNavigation } from "react-router";
import type { GiftCardEntry } from "#payouts";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { PAYOUT_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/update-expired-gift-card";
import { refusalText } from "./asked-amount.ts";
import { CardFace } from "./card-face.tsx";
import { cardName } from "./payout-words.ts";

const PATH = "/account/update-expired-gift-card";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Replace a gift card"),
    description: t("A card that doesn't open or ran out gets a new link, or you get its worth back."),
    path: PATH,
    noindex: true,
  }));

type Answer = { id: string; became: "renewed" | "given_back" | null; error: string | null };
type CardProps = { card: GiftCardEntry; hasPassword: boolean; answer: Answer | null; open: boolean };

/** `?card=wdr_…`: the one that stands open. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const cards = await context.get(servicesContext).payouts.giftCardHistory(member.user_id);
  return { cards, asked: url.searchParams.get("card"), has_password: member.has_password };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const form = await request.formData();
  const id = String(form.get("id") ?? "").slice(0, 80);
  const password = String(form.get("password") ?? "").slice(0, 500);
  const outcome = await context
    .get(servicesContext)
    .payouts.renewGiftCard({ user_id: member.user_id, id, password, session: member });
  if (outcome.ok) return { id, became: outcome.value.became, error: null } satisfies Answer;
  const error = refusalText(outcome.code, context.get(pageContext).language, outcome.detail);
  return data({ id, became: null, error } satisfies Answer, PAYOUT_REFUSALS[outcome.code].status);
}

export default function UpdateExpiredGiftCard({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { cards, asked, has_password } = loaderData;
  // The one that was just given back is told of, although it stands no longer among those that were made.
  const shown = cards.filter((card) => card.state === "fulfilled" || card.id === actionData?.id);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Replace a gift card")}</h1>
          <p>{t("A card that doesn't open or ran out gets a new link, or you get its worth back.")}</p>
        </div>
        <ButtonLink href="/account/gift-card-history">{t("Your gift cards")}</ButtonLink>
      </div>
      {shown.length === 0 ? (
        <Empty title={t("No gift cards yet")} icon="gift" level={2}>
          {t("Once you have one, you can replace it here if it ever doesn't work.")}
        </Empty>
      ) : (
        <ul className="grid [--gap:1rem]">
          {shown.map((card) => (
            <CardEntry
              key={card.id}
              card={card}
              hasPassword={has_password}
              open={shown.length === 1 || card.id === asked}
              answer={actionData?.id === card.id ? actionData : null}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function CardEntry({ card, hasPassword, answer, open }: CardProps) {
  const t = useText();
  const dateWords = useDateWords();
  const name = cardName(card.to);
  const amount = formatMoney(card.amount_minor);
  return (
    <li className="card grid gap-5 p-5 sm:grid-cols-[11rem_1fr]">
      <CardFace
        name={name}
        hex={card.brand_hex}
        logo={card.logo_url}
        amount={amount}
        small
        faded={card.state !== "fulfilled"}
      />
      <div className="grid content-start [--gap:.75rem]">
        <div>
          <h2 className="text-md font-sans font-[640] tracking-normal">
            {name} <span className="sr">{amount}</span>
          </h2>
          <p className="small muted">{t("Requested {{date}}", { date: dateWords(card.requested_at) })}</p>
        </div>
        {answer?.became ? (
          <Became card={card} became={answer.became} />
        ) : (
          <ReplaceForm card={card} hasPassword={hasPassword} answer={answer} open={open} />
        )}
      </div>
    </li>
  );
}

function Became({ card, became }: { card: GiftCardEntry; became: "renewed" | "given_back" }) {
  const t = useText();
  return (
    <Note kind="good" live>
      {became === "renewed"
        ? t("The card has a new link. Open it under your gift cards.")
        : card.coins === null
          ? t("The card's issuer had canceled it. Its amount is back in your passbook.")
          : t("The card's issuer had canceled it. Its coins are yours again.")}{" "}
      <a
        href={
          became === "renewed"
            ? "/account/gift-card-history"
            : card.coins === null
              ? "/account/purchase-history"
              : "/account/coin/history"
        }
      >
        {became === "renewed" ? t("Your gift cards") : card.coins === null ? t("To your passbook") : t("Coin history")}
      </a>
    </Note>
  );
}

function ReplaceForm({ card, hasPassword, answer, open }: CardProps) {
  const t = useText();
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" && navigation.formData?.get("id") === card.id;
  const error = answer?.error ?? null;
  return (
    <details open={open || error !== null}>
      <summary className="btn btn-secondary btn-sm list-none justify-self-start [&::-webkit-details-marker]:hidden">
        {t("Replace this card")}
        <span className="sr">: {cardName(card.to)}</span>
      </summary>
      <Form method="post" className="mt-3 grid max-w-[22rem] [--gap:.75rem]" preventScrollReset noValidate>
        <input type="hidden" name="id" value={card.id} />
        <p className="small muted">
          {t(
            "We ask the card's issuer. If it was canceled, you get its worth back right away; otherwise it gets a new link.",
          )}
        </p>
        <ConfirmField label={t("Password")} hasPassword={hasPassword} {...(error !== null && { error })} />
        <Button type="submit" look="primary" busy={busy} busyText={t("Asking")}>
          {t("Replace the card")}
        </Button>
      </Form>
      {error !== null && (
        <p className="small mt-3">
          <a href="/account/contact">{t("Write to us")}</a>
        </p>
      )}
    </details>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
