/** Success and decline pages: what happened on a slip with its stamp, and what to do next. Nothing is said that is not so. */
import type { ReactNode } from "react";
import type { Purchase } from "#landing";
import { ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { formatMoney, Money } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { CoinFall } from "./coin-fall.tsx";
import type { Outcome } from "./end-facts.ts";
import { FirePurchases } from "./fire-purchases.tsx";
import { FlowFrame } from "./flow-frame.tsx";

export function SuccessPage({
  title,
  lead,
  purchases,
  plain = false,
  children,
}: {
  title: string;
  lead: string;
  /** Without coins and next steps: the page before the end, whose end has them. */
  plain?: boolean;
  /** Told to partners' pixels, each once. */
  purchases: readonly Purchase[];
  children: ReactNode;
}) {
  const t = useText();
  return (
    <FlowFrame step={6}>
      <FirePurchases purchases={purchases} />
      <div className="thanks">
        {!plain && <CoinFall />}
        <div className="wrap wrap-narrow relative text-center">
          <h1>{title}</h1>
          <p className="lead mx-auto mt-3.5 max-w-[38ch]">{lead}</p>
          <div className="text-start">{children}</div>
        </div>
        {!plain && (
          <div className="wrap relative mt-14 max-w-[66rem]">
            <h2 className="mb-6 text-center">{t("Three things to do first")}</h2>
            <NextSteps />
          </div>
        )}
      </div>
    </FlowFrame>
  );
}

const NEXT = [
  {
    icon: "mail-check",
    heading: "Confirm your email",
    text: "Needed before offers and surveys. The link is in your mailbox.",
    link: "Open your profile",
    href: "/account/profile",
  },
  {
    icon: "store",
    heading: "Shop once",
    text: "Pick any store and click through. We track what you earn.",
    link: "Choose a store",
    href: "/stores",
  },
  {
    icon: "book-open",
    heading: "Open your passbook",
    text: "Orders, bonuses and payouts, each with its date and state.",
    link: "Open your passbook",
    href: "/account/purchase-history",
  },
] as const satisfies readonly { icon: IconName; heading: string; text: string; link: string; href: string }[];

function NextSteps() {
  const t = useText();
  return (
    <div className="next-steps">
      {NEXT.map((step) => (
        <article key={step.href} className="card card-pad grid content-start [--gap:.625rem]">
          <span className="tile tile-40 tile-icon" aria-hidden="true">
            <Icon name={step.icon} />
          </span>
          <h3>{t(step.heading)}</h3>
          <p className="small muted">{t(step.text)}</p>
          <a className="link-arrow" href={step.href}>
            {t(step.link)}
            <Icon name="arrow-right" size="sm" />
          </a>
        </article>
      ))}
    </div>
  );
}

/** What was paid, what comes next and when, and the bonus; as the books have it. */
export function JoinedSlip({ outcome }: { outcome: Outcome }) {
  const t = useText();
  const { membership, bonus } = outcome;
  if (!membership) return null;
  const extra = outcome.extras.reduce((sum, one) => sum + BigInt(one.paid_minor), 0n);
  const lines: LeaderLine[] = [];
  if (membership.paid_minor !== null)
    lines.push({
      term: membership.card ? t("Paid, {{card}}", { card: membership.card }) : t("Paid"),
      value: <Money minor={membership.paid_minor} />,
    });
  if (membership.next)
    lines.push({
      term: (
        <>
          {t("Next charge,")} <DateText value={membership.next.on} />
        </>
      ),
      value: <Money minor={membership.next.amount_minor} />,
    });
  for (const extra of outcome.extras) {
    lines.push({
      term: t("ShipRight, paid"),
      value: <Money minor={extra.paid_minor} />,
    });
    if (extra.next)
      lines.push({
        term: (
          <>
            {t("ShipRight, next charge,")} <DateText value={extra.next.on} />
          </>
        ),
        value: <Money minor={extra.next.amount_minor} />,
      });
  }
  return (
    <Receipt isPage className="mx-auto mt-9 max-w-[29rem]">
      <div className="row between max-[359px]:flex-wrap">
        <h2>
          {membership.trial ? t("Trial started") : t("Membership started")}
          {membership.tier === "plus" && <span className="muted"> {t("with Plus")}</span>}
        </h2>
        <WordStamp tone="good" icon="check" big>
          {membership.paid_minor === null
            ? t("Open")
            : t("Paid {{amount}}", { amount: formatMoney(BigInt(membership.paid_minor) + extra) })}
        </WordStamp>
      </div>
      <div className="receipt-meta">
        <span>{membership.number ?? ""}</span>
        <span>
          <DateText value={membership.joined_on} style="slip" />
        </span>
      </div>
      <SlipLines lines={lines} />
      {bonus && (
        <div className="mt-4 border-t border-dashed border-(--tp-rule-strong) pt-3">
          <SlipLines
            lines={[
              { term: t("Bonus, waiting"), value: <Money minor={bonus.amount_minor} tone="back" />, tone: "back" },
            ]}
          />
        </div>
      )}
      <p className="small muted mt-3.5">
        {bonus && t("The bonus is yours after the first paid month.")} {t("Changed your mind?")}{" "}
        <a href="/cancel-subscription">{t("Cancel membership")}</a>
      </p>
    </Receipt>
  );
}

function SlipLines({ lines }: { lines: readonly LeaderLine[] }) {
  return (
    <dl className="dl">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a slip never change their order.
        <div key={at} className={line.total ? "total" : undefined}>
          <dt>{line.term}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A plain page for what did not happen: one fact, what was not bought, and a way on. */
export function PlainEnd({
  title,
  lead,
  note,
  to,
  words,
}: {
  title: string;
  lead: string;
  note?: string;
  to: string;
  words: string;
}) {
  const t = useText();
  return (
    <FlowFrame>
      <div className="wrap flow">
        <div className="question">
          <h1>{title}</h1>
          <p className="lead mt-3">{lead}</p>
          {note && <p className="muted mt-3">{note}</p>}
          <div className="row row-wrap mt-7">
            <ButtonLink look="primary" href={to}>
              {words}
            </ButtonLink>
            <ButtonLink href="/">{t("Go home")}</ButtonLink>
          </div>
        </div>
      </div>
    </FlowFrame>
  );
}
