import { useEffect, useRef } from "react";
import { data, Form, useLocation, useNavigation } from "react-router";
import type { GiftCardEntry } from "#payouts";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { PAYOUT_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/gift-card-history";
import { refusalText } from "./asked-amount.ts";
import { CardFace } from "./card-face.tsx";
import { cameBack, cardName, STATES } from "./payout-words.ts";

const PATH = "/account/gift-card-history";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your gift cards"),
    description: t("Every card you chose. We ask for your password to show the link."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const cards = await context.get(servicesContext).payouts.giftCardHistory(member.user_id);
  return { cards, has_password: member.has_password };
}

type CardProps = { card: GiftCardEntry; hasPassword: boolean; answer: Answer | null };
type Answer = { id: string; link: string | null; error: string | null };

/** Opens one card: its link stands in the answer only, never in an address or a cache. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const form = await request.formData();
  const id = String(form.get("id") ?? "").slice(0, 80);
  const password = String(form.get("password") ?? "").slice(0, 500);
  const outcome = await context
    .get(servicesContext)
    .payouts.openGiftCard({ user_id: member.user_id, id, password, session: member });
  if (outcome.ok) return { id, link: outcome.value.link, error: null } satisfies Answer;
  const error = refusalText(outcome.code, context.get(pageContext).language, outcome.detail);
  return data({ id, link: null, error } satisfies Answer, PAYOUT_REFUSALS[outcome.code].status);
}

export default function GiftCardHistory({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { cards, has_password } = loaderData;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Your gift cards")}</h1>
          <p>{t("Every card you chose. We ask for your password to show the link.")}</p>
        </div>
        {cards.length > 0 && <ButtonLink href="/account/withdrawal">{t("Choose another card")}</ButtonLink>}
      </div>
      {cards.length === 0 ? (
        <Empty
          title={t("No gift cards yet")}
          icon="gift"
          level={2}
          action={
            <ButtonLink look="primary" href="/account/withdrawal">
              {t("Withdraw cash")}
            </ButtonLink>
          }
        >
          {t("Cash back can buy a card at face value. Choose one when you withdraw.")}
        </Empty>
      ) : (
        <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 xl:grid-cols-3">
          {cards.map((card) => (
            <CardEntry
              key={card.id}
              card={card}
              hasPassword={has_password}
              answer={actionData?.id === card.id ? actionData : null}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function CardEntry({ card, hasPassword, answer }: CardProps) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const name = cardName(card.to);
  const failed = cameBack(card.state);
  const amount = formatMoney(card.amount_minor);
  return (
    <li className="grid content-start gap-3">
      <CardFace name={name} hex={card.brand_hex} logo={card.logo_url} amount={amount} faded={failed} />
      <div className="row between">
        <h2 className="text-md font-sans font-[640] tracking-normal">
          {name} <span className="sr">{amount}</span>
        </h2>
        <StateStamp card={card} />
      </div>
      <p className="small muted">
        {t("Requested {{date}}", { date: dateWords(card.requested_at) })}
        {card.coins !== null && ` · ${t("{{coins}} coins", { coins: formatCount(BigInt(card.coins)) })}`}
        {failed && card.reason ? ` · ${card.reason[language]}` : ""}
      </p>
      {answer?.link ? (
        <OpenedCard link={answer.link} />
      ) : (
        card.openable && <OpenForm card={card} hasPassword={hasPassword} name={name} answer={answer} />
      )}
      {card.state === "fulfilled" && (
        <p className="small">
          <a href={`/account/update-expired-gift-card?card=${card.id}`}>
            {t("It doesn't work or ran out")}
            <span className="sr">: {name}</span>
          </a>
        </p>
      )}
    </li>
  );
}

function StateStamp({ card }: { card: GiftCardEntry }) {
  const t = useText();
  if (card.state === "fulfilled") return <Stamp state="paid" />;
  const { tone, icon, text } = STATES[card.state];
  return (
    <WordStamp tone={tone} icon={icon}>
      {t(text)}
    </WordStamp>
  );
}

/** Closed until it is asked for; opens by itself when a password was wrong. */
function OpenForm({ card, hasPassword, name, answer }: CardProps & { name: string }) {
  const error = answer?.error ?? null;
  const t = useText();
  const navigation = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const password = form.current?.querySelector<HTMLInputElement>("[name=password]");
    if (!answer?.error || !password) return;
    password.value = "";
    password.focus();
  }, [answer]);
  const busy = navigation.state === "submitting" && navigation.formData?.get("id") === card.id;
  return (
    <details className="group/open" open={error !== null}>
      <summary className="btn btn-secondary btn-sm list-none justify-self-start [&::-webkit-details-marker]:hidden">
        <Icon name="lock" size="sm" />
        {t("Open")}
        <span className="sr">: {name}</span>
      </summary>
      <Form ref={form} method="post" className="mt-3 grid [--gap:.75rem]" preventScrollReset noValidate>
        <input type="hidden" name="id" value={card.id} />
        <ConfirmField label={t("Password")} hasPassword={hasPassword} {...(error !== null && { error })} />
        <Button type="submit" look="primary" busy={busy} busyText={t("Opening")}>
          {t("Show the card's link")}
        </Button>
      </Form>
    </details>
  );
}

function OpenedCard({ link }: { link: string }) {
  const t = useText();
  const way = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone; what it asked for takes its place.
  useEffect(() => way.current?.querySelector("a")?.focus(), []);
  return (
    <div className="grid [--gap:.5rem]" role="status" ref={way}>
      <ButtonLink look="primary" href={link} target="_blank" rel="noopener noreferrer">
        {t("Go to your card")}
        <Icon name="external-link" size="sm" />
      </ButtonLink>
      <p className="xs faint">{t("Opens in a new tab. The link is as good as money, so don't share it.")}</p>
    </div>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
