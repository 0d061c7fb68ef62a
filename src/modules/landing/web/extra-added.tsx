/** `/splthanq`: the extra was added. Opened by hand it says what it knows, which is nothing. */
import { ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { formatMoney, Money } from "#ui/money.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/extra-added";
import { CoinFall } from "./coin-fall.tsx";
import { PlainEnd } from "./end-page.tsx";
import { type Came, readCame } from "./extra-return.ts";
import { FirePurchases } from "./fire-purchases.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { RefusedHandOver } from "./refused-hand-over.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Added"),
    description: t("What you added, and when it's due."),
    path: "/splthanq",
    noindex: true,
  }));

export const loader = (args: Route.LoaderArgs) => readCame(args, "accepted");

export default function ExtraAdded({ loaderData }: Route.ComponentProps) {
  const t = useText();
  if (loaderData.kind === "refused") return <RefusedHandOver text={loaderData.text} back={loaderData.back} />;
  if (loaderData.kind === "bare")
    return (
      <PlainEnd
        title={t("Nothing was added here")}
        lead={t("This page confirms an extra you just added. You can see what you have in your account.")}
        to={loaderData.signed_in ? "/account/subscription" : "/login"}
        words={loaderData.signed_in ? t("Open your membership") : t("Log in")}
      />
    );
  return <Added came={loaderData} />;
}

function Added({ came }: { came: Came }) {
  const t = useText();
  const { added, upsell } = came;
  const name = upsell === "plus" ? "Plus" : "ShipRight";
  return (
    <FlowFrame step={6}>
      <FirePurchases purchases={came.purchases} />
      <div className="thanks">
        {added && <CoinFall />}
        <div className="wrap wrap-narrow relative text-center">
          <h1>{added ? t("{{name}} is yours", { name }) : t("{{name}} is on its way", { name })}</h1>
          <p className="lead mx-auto mt-3.5 max-w-[38ch]">
            {!came.signed_in
              ? t("Log in to see what was added.")
              : added
                ? t("It's all set, and the terms are on their way to your inbox.")
                : t("We'll email you when the payment goes through. Your membership isn't affected.")}
          </p>
          {added && (
            <div className="text-start">
              <AddedSlip
                added={added}
                name={name}
                account={upsell === "plus" ? "/account/subscription" : "/account/shipsubscription"}
              />
            </div>
          )}
          <p className="mt-8">
            <ButtonLink look="primary" size="lg" href={came.next}>
              {t("Continue")}
            </ButtonLink>
          </p>
        </div>
      </div>
    </FlowFrame>
  );
}

function AddedSlip({
  added,
  name,
  account,
}: {
  added: NonNullable<Came["added"]>;
  name: string;
  /** Where it is changed and cancelled. */
  account: string;
}) {
  const t = useText();
  const lines: LeaderLine[] = [{ term: t("Charged today"), value: <Money minor={added.paid_minor} /> }];
  if (added.next)
    lines.push({
      term: (
        <>
          {t("Next charge,")} <DateText value={added.next.on} />
        </>
      ),
      value: <Money minor={added.next.amount_minor} />,
    });
  return (
    <Receipt className="mx-auto mt-9 max-w-[29rem]" lines={[]}>
      <div className="row between">
        <h2>{name}</h2>
        <WordStamp tone="good" icon="check" big>
          {added.paid_minor === "0" ? t("Added") : t("Paid {{amount}}", { amount: formatMoney(added.paid_minor) })}
        </WordStamp>
      </div>
      <dl className="dl mt-4">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a slip never change their order.
          <div key={at}>
            <dt>{line.term}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted mt-3.5">
        {t("Changed your mind?")} <a href={account}>{t("Open your membership")}</a>
      </p>
    </Receipt>
  );
}
