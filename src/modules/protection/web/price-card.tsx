/** One purchase: where it stands, what the store promises, its steps, what may be done. */
import { DateText, useDateWords } from "#ui/date.tsx";
import { PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { Timeline } from "#ui/timeline.tsx";
import type { PricePage, PriceState, PriceWatch } from "../protection.types.ts";
import { WatchActs } from "./watch-acts.tsx";

const STAMPS: Readonly<Record<PriceState, { tone: "wait" | "good" | "bad" | "info"; text: string }>> = {
  watching: { tone: "info", text: "Watching" },
  drop_found: { tone: "wait", text: "Reading it again" },
  re_checked: { tone: "good", text: "Price drop" },
  asked_store: { tone: "wait", text: "Store asked" },
  refunded: { tone: "good", text: "Paid back" },
  refused: { tone: "bad", text: "Store said no" },
  window_closed: { tone: "info", text: "Closed" },
  withdrawn: { tone: "info", text: "Not watched" },
};

const UNKNOWN = { tone: "info", text: "Not in our catalog" } as const;
/** Its price is read nowhere; the letter that a mail brings is all that can come of it. */
export const isUnknown = ({ state, slug, now_minor }: PriceWatch): boolean =>
  state === "watching" && slug === null && now_minor === null;

export function PriceCard({ watch, page }: { watch: PriceWatch; page: PricePage }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const stamp = claimStamp(watch) ?? (isUnknown(watch) ? UNKNOWN : STAMPS[watch.state]);
  return (
    <article className="card">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5 sm:flex-nowrap">
        <div className="flex min-w-0 items-start gap-4">
          {watch.image_url && <PhotoTile src={watch.image_url} size={48} />}
          <div className="min-w-0">
            <h3 className="text-base">
              {watch.slug ? <a href={`/${watch.slug}-product`}>{watch.item}</a> : watch.item}
            </h3>
            <p className="muted small mt-1">
              {t("{{store}}, {{date}}", { store: watch.store, date: dateWords(watch.bought_on) })}
              {watch.order_number && `, ${watch.order_number}`}
            </p>
          </div>
        </div>
        <div className="flex w-full items-center justify-between gap-3 sm:block sm:w-auto sm:shrink-0 sm:text-end">
          <WordStamp tone={stamp.tone}>{t(stamp.text)}</WordStamp>
          <p className="sm:mt-1">
            <b>{formatMoney(watch.paid_minor)}</b>
            {watch.pieces > 1 && <span className="muted"> × {watch.pieces}</span>}
          </p>
        </div>
      </div>
      <div className="border-t border-(--tp-rule) p-5">
        <p>{nowWords(watch, t)}</p>
        <p className="small muted mt-1">{policyWords(watch, t, dateWords)}</p>
        <details className="mt-3">
          <summary className="link small">{t("What happened")}</summary>
          <div className="mt-3">
            <Timeline
              events={watch.timeline.map(({ at, words }) => ({
                state: "done",
                step: words[language],
                when: <DateText value={at} style="datetime" />,
              }))}
            />
          </div>
        </details>
        {(watch.state !== "re_checked" || !isFirst(page, watch)) && <WatchActs watch={watch} page={page} />}
      </div>
    </article>
  );
}

/** Its acts stand beside it, in the card of the drop. */
const isFirst = (page: PricePage, watch: PriceWatch): boolean =>
  page.watches.find(({ may, state }) => state === "re_checked" && (may.claim || may.ask))?.watch_id === watch.watch_id;

function claimStamp({ claim, state }: PriceWatch): (typeof STAMPS)[PriceState] | null {
  if (!claim || state === "refunded" || state === "window_closed") return null;
  if (claim.state === "denied" || claim.state === "denied_final") return { tone: "bad", text: "Claim refused" };
  return { tone: "wait", text: "Claim sent" };
}

type T = ReturnType<typeof useText>;
function nowWords(watch: PriceWatch, t: T): string {
  if (watch.state === "refunded" && watch.claim?.state === "paid")
    return t("We paid you {{amount}}.", { amount: formatMoney(watch.claim.rebate_minor) });
  if (watch.state === "refunded")
    return t("The store gave back {{amount}}.", { amount: formatMoney(watch.store_minor) });
  if (watch.state === "window_closed") return t("We no longer watch its price.");
  if (isUnknown(watch)) return t("We don't have this item in our catalog, so we can't watch its price.");
  if (watch.now_minor === null) return t("We read its price within the hour.");
  return t("It costs {{now}} now.", { now: formatMoney(watch.now_minor) });
}

function policyWords({ policy, store, store_until }: PriceWatch, t: T, dateWords: (day: string) => string): string {
  if (!policy) return t("{{store}} has no price promise that we know of.", { store });
  const checked = dateWords(policy.checked_at);
  if (policy.of === "none")
    return t("{{store}} doesn't give back price drops (checked {{checked}}).", { store, checked });
  if (policy.of === "returns" || store_until === null)
    return t("{{store}} gives back price drops while the item can be returned (checked {{checked}}).", {
      store,
      checked,
    });
  return t("{{store}} gives back price drops until {{date}} (checked {{checked}}).", {
    store,
    checked,
    date: dateWords(store_until),
  });
}
