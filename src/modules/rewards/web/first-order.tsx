/** `/account/fdrd`: the reward for the first order. Until when it can be claimed, where it stands, and why. */
import { data, Form, redirect, useLocation, useNavigation } from "react-router";
import type { FirstOrderPage } from "#rewards";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { useDateWords } from "#ui/date.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { Select } from "#ui/select.tsx";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { REWARD_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/first-order";

const PATH = "/account/fdrd";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("First-order reward"),
    description: t("A gift card or cash for your first order, claimed in time."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return { page: await context.get(servicesContext).rewards.firstOrder(member) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { language } = context.get(pageContext);
  const form = await request.formData();
  const outcome = await context.get(servicesContext).rewards.claimFirstOrder({
    user_id: member.user_id,
    member_since: member.created_at,
    kind: String(form.get("kind") ?? ""),
    product_id: String(form.get("product_id") ?? "").slice(0, 100),
  });
  if (outcome.ok) return redirect(PATH, 303);
  const row = REWARD_REFUSALS[outcome.code];
  const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => outcome.detail?.[name] ?? "");
  return data({ text }, row.status);
}

export default function FirstOrder({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { page } = loaderData;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("First-order reward")}</h1>
          <p>{t("A gift card or cash for your first order, claimed in time.")}</p>
        </div>
      </div>
      {actionData && (
        <div className="mb-5">
          <Note kind="bad" live>
            {actionData.text}
          </Note>
        </div>
      )}
      <div className="layout-2">
        <div className="grid [--gap:1.75rem]">
          <Standing page={page} />
          <Rules page={page} />
        </div>
        <aside>
          <Slip page={page} />
        </aside>
      </div>
    </>
  );
}

/** What there is to do, or how it stands. */
function Standing({ page }: { page: FirstOrderPage }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const amount = formatMoney(page.amount_minor);
  const least = formatMoney(page.min_order_minor);
  const { claim } = page;
  if (page.state === "open") return <Claim page={page} />;
  if (page.state === "members_only")
    return (
      <section className="card card-pad grid justify-items-start [--gap:1rem]">
        <p>
          {t("This reward is for members. Start the membership and claim it by {{date}}.", {
            date: dateWords(page.claim_until),
          })}
        </p>
        <ButtonLink look="primary" href="/spl/spt/1">
          {t("See what's included")}
        </ButtonLink>
      </section>
    );
  if (page.state === "too_late" || !claim)
    return (
      <Note kind="wait">
        {t("You could claim it by {{date}}. That date has passed, and nothing else has changed.", {
          date: dateWords(page.claim_until),
        })}
      </Note>
    );
  const texts: Record<Exclude<FirstOrderPage["state"], "open" | "members_only" | "too_late">, string> = {
    claimed: t("Spend {{least}} or more through any store here by {{date}}. The order shows up in your passbook.", {
      least,
      date: dateWords(claim.order_until),
    }),
    waits_for_membership: t("It needs an active membership. Orders don't count without one."),
    lapsed: t("No order of {{least}} or more was made by {{date}}.", { least, date: dateWords(claim.order_until) }),
    pending: t("Your order is there. {{amount}} is yours when the store confirms it, expected {{date}}.", {
      amount,
      date: claim.expected_at ? dateWords(claim.expected_at) : "",
    }),
    earned: t("{{amount}} has been yours since {{date}}.", {
      amount,
      date: claim.earned_at ? dateWords(claim.earned_at) : "",
    }),
    reversed: claim.reason?.[language] ?? t("The order it depended on was reversed."),
  };
  const good = page.state === "earned" || page.state === "pending";
  return (
    <section className="grid [--gap:1rem]">
      <Note kind={good ? "good" : page.state === "reversed" ? "bad" : "info"}>
        {texts[page.state as keyof typeof texts]}
      </Note>
      {claim.gift && page.state === "earned" && <Gift gift={claim.gift} card={claim.card ?? ""} />}
      {(page.state === "claimed" || page.state === "reversed") && (
        <p>
          <ButtonLink look="primary" href="/stores">
            {t("Choose a store")}
          </ButtonLink>
        </p>
      )}
      {good && (
        <p>
          <a href="/account/purchase-history">{t("See it in your passbook")}</a>
        </p>
      )}
    </section>
  );
}

function Gift({ gift, card }: { gift: NonNullable<NonNullable<FirstOrderPage["claim"]>["gift"]>; card: string }) {
  const t = useText();
  const language = useLanguage();
  if (gift.state === "cash")
    return (
      <Note kind="wait">
        {t("The gift card couldn't be issued. The amount is in your passbook as cash.")} {gift.reason?.[language]}
      </Note>
    );
  if (gift.state === "ready")
    return (
      <p>
        {t("Your gift card ({{card}}) is in your account.", { card })}{" "}
        <a href="/account/gift-card-history">{t("Open it")}</a>
      </p>
    );
  return <p>{t("Your gift card ({{card}}) is being issued.", { card })}</p>;
}

function Claim({ page }: { page: FirstOrderPage }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const dateWords = useDateWords();
  const amount = formatMoney(page.amount_minor);
  const cards = page.cards.length > 0;
  return (
    <section className="card card-pad">
      <h2 className="text-xl">{t("How do you want your {{amount}}?", { amount })}</h2>
      <p className="small muted mt-1">
        {t("Claim it by {{date}}. You can choose only once.", { date: dateWords(page.claim_until) })}
      </p>
      <Form method="post" className="group mt-4 grid [--gap:1rem]">
        <fieldset className="grid [--gap:0.5rem]">
          <legend className="sr">{t("Gift card or cash")}</legend>
          {cards && (
            <RadioCard name="kind" value="gift_card" required note={t("Bought for you when the order is confirmed.")}>
              {t("Gift card")}
            </RadioCard>
          )}
          <RadioCard name="kind" value="cash" required note={t("In your passbook, to withdraw as you like.")}>
            {t("Cash")}
          </RadioCard>
        </fieldset>
        {cards && (
          <div className="group-has-[input[value=cash]:checked]:hidden">
            <Select
              label={t("Which gift card")}
              name="product_id"
              options={page.cards.map((card) => ({ value: card.product_id, text: card.name }))}
            />
          </div>
        )}
        <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Claiming")}>
          {t("Claim {{amount}}", { amount })}
        </Button>
      </Form>
    </section>
  );
}

function Slip({ page }: { page: FirstOrderPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const { claim } = page;
  const lines: LeaderLine[] = [
    { term: t("For a first order of at least"), value: formatMoney(page.min_order_minor) },
    claim
      ? { term: t("Claimed"), value: dateWords(claim.claimed_at) }
      : { term: t("Claim by"), value: dateWords(page.claim_until) },
    claim
      ? { term: t("Order by"), value: dateWords(claim.order_until) }
      : { term: t("Order after claiming within"), value: t("{{days}} days", { days: page.order_days }) },
    ...(claim ? [{ term: t("As"), value: claim.kind === "cash" ? t("Cash") : (claim.card ?? t("Gift card")) }] : []),
    { term: t("Reward"), value: formatMoney(page.amount_minor), total: true, tone: "back" as const },
  ];
  return (
    <Receipt title={t("First-order reward")} lines={lines}>
      <p className="mt-4 flex justify-end">
        <StateStamp state={page.state} />
      </p>
    </Receipt>
  );
}

function StateStamp({ state }: { state: FirstOrderPage["state"] }) {
  const t = useText();
  if (state === "pending") return <Stamp state="pending" />;
  if (state === "earned") return <Stamp state="confirmed" />;
  if (state === "reversed") return <Stamp state="reversed" />;
  const over = state === "lapsed" || state === "too_late";
  return (
    <WordStamp tone={over ? "wait" : "info"}>
      {over
        ? t("Time's up")
        : state === "open"
          ? t("To be claimed")
          : state === "members_only"
            ? t("For members")
            : t("Waiting for an order")}
    </WordStamp>
  );
}

function Rules({ page }: { page: FirstOrderPage }) {
  const t = useText();
  const rules = [
    t("One per person, for members, claimed within 30 days of signing up."),
    t(
      "It depends on one order of {{least}} or more through any store here, made in time. If that order is returned or declined, you lose it; another order can earn it again.",
      {
        least: formatMoney(page.min_order_minor),
      },
    ),
    t("It's on top of cash back, invitation rewards and the wheel bonus."),
    t("It comes from us, not the store. An order that earns it counts as using the trial."),
  ];
  return (
    <section>
      <h2 className="mb-3 text-xl">{t("All the rules")}</h2>
      <ul className="list-disc ps-5">
        {rules.map((rule) => (
          <li key={rule} className="mt-1">
            {rule}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
