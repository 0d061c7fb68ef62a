/** Watched prices: the drop that waits, each purchase with its steps, what is watched and what is not, and how to add one. */
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Switch } from "#ui/check.tsx";
import { Empty } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { PricePage } from "../protection.types.ts";
import { AddPrice, type Search } from "./add-price.tsx";
import { DropCard } from "./drop-card.tsx";
import { isUnknown, PriceCard } from "./price-card.tsx";

export function PriceView({ page, search }: { page: PricePage; search: Search }) {
  const t = useText();
  const waiting = page.watches.filter(({ may, state }) => state === "re_checked" && (may.claim || may.ask));
  const [first] = waiting;
  return (
    <div className="layout-2">
      <div className="grid [--gap:1.75rem]">
        {page.watches.length === 0 ? (
          <Empty
            level={2}
            icon="trending-down"
            title={t("Nothing is watched yet")}
            action={
              <ButtonLink look="primary" href="/account/protection/accounts">
                {t("Send us your order emails")}
              </ButtonLink>
            }
          >
            {t("Your order emails tell us what you bought and for how much. Or add a purchase yourself below.")}
          </Empty>
        ) : (
          <section aria-labelledby="watched-head">
            <h2 id="watched-head" className="mb-4 text-xl">
              {t("Your purchases")}
            </h2>
            <ul className="grid list-none p-0 [--gap:1rem]">
              {page.watches
                .toSorted((one, other) => Number(isUnknown(one)) - Number(isUnknown(other)))
                .map((watch) => (
                  <li key={watch.watch_id}>
                    <PriceCard watch={watch} page={page} />
                  </li>
                ))}
            </ul>
          </section>
        )}
        <AddPrice search={search} today={page.today} />
      </div>
      <aside className="grid [--gap:1rem]">
        {first && <DropCard watch={first} page={page} more={waiting.length - 1} />}
        <Figures page={page} />
        <Plan page={page} />
      </aside>
    </div>
  );
}

function Figures({ page }: { page: PricePage }) {
  const t = useText();
  const { watched, found_minor, brought_minor } = page.figures;
  return (
    <Receipt
      title={t("So far")}
      lines={[
        { term: t("Watched now"), value: String(watched) },
        { term: t("Found"), value: formatMoney(found_minor) },
        { term: t("Brought you"), value: formatMoney(brought_minor), tone: "back", total: true },
      ]}
    />
  );
}

/** What is done, what the plan pays, and what neither does. */
function Plan({ page }: { page: PricePage }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const { plan } = page;
  const choose = (on: boolean) =>
    run(async () => {
      await call("/api/user/protection/claims-by-itself", { json: { on } });
      await revalidate();
    });
  return (
    <Setting title={t("How it works")}>
      <ul className="small list-disc ps-5">
        <li>{t("We look at the same item at the same store every two hours, and read a lower price twice.")}</li>
        {plan && plan.closed !== "other_plan" && plan.closed !== "no_membership" ? (
          <li className="mt-1">
            {t(
              "Plus pays the difference within {{days}} days of the purchase, up to {{limit}} a claim. {{left}} is left this month.",
              {
                days: plan.window_days,
                limit: formatMoney(plan.claim_minor),
                left: formatMoney(plan.left_minor),
              },
            )}
          </li>
        ) : (
          <li className="mt-1">
            {plan
              ? t("Plus pays the difference. With your plan we write the letter to the store.")
              : t("We write the letter to the store. This membership doesn't pay the difference itself.")}{" "}
            {plan && <a href="/account/subscription">{t("See the plans")}</a>}
          </li>
        )}
        <li className="mt-1">{t("What the store gives back for the same order counts against what we paid.")}</li>
        <li className="mt-1">{t("We can't watch items that aren't in our catalog or aren't priced in dollars.")}</li>
      </ul>
      {plan?.closed === null && (
        <div className="mt-4">
          <Switch
            checked={page.claims_by_itself}
            disabled={busy}
            onChange={(event) => void choose(event.target.checked)}
          >
            {t("Claim automatically when the store signed my order email")}
          </Switch>
          <FormFailure failure={failure} fields={[]} />
        </div>
      )}
    </Setting>
  );
}
