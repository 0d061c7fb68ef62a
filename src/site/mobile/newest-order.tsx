import type { OrderEntry } from "#cashback";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Stamp } from "#ui/stamp.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { isRefused, rateWords, spentMinor, useDateWords } from "../../modules/passbook/web/passbook-words.ts";

type Kind = OrderEntry["trail"][number]["kind"];
/** One word a stop: on a phone five of them stand beside each other. */
const SHORT: Partial<Record<Kind, string>> = {
  clicked: "Click",
  ordered: "Buy",
  tracked: "Seen",
  claimed: "Seen",
  available: "Yours",
};

/** The newest purchase with the way of its cents; what to do first where there is none. */
export function NewestOrder({ order }: { order: OrderEntry | null }) {
  const t = useText();
  const dateWords = useDateWords();
  if (!order)
    return (
      <section className="app-sec">
        <p>
          {t(
            "Nothing tracked yet. Start at a store's page here, and your first cent usually shows up within 48 hours.",
          )}
        </p>
        <p className="mt-3">
          <a className="btn btn-secondary" href="/stores">
            {t("Find your stores")}
          </a>
        </p>
      </section>
    );
  const { merchant } = order;
  return (
    <section className="app-sec" aria-labelledby="newest">
      <div className="row mb-4">
        <MerchantTile name={merchant.name} logo={merchant.logo_url} size={40} />
        <div className="min-w-0 flex-1">
          <h2 id="newest" className="font-sans text-md! leading-6! font-[640] tracking-normal">
            {t("{{amount}} from {{store}}", { amount: formatMoney(order.back_minor), store: merchant.name })}
          </h2>
          <p className="xs faint">
            {t("{{amount}} on {{date}}, at {{rate}}", {
              amount: formatMoney(spentMinor(order)),
              date: dateWords(order.at, "short"),
              rate: rateWords(order.paid_rate_text, t),
            })}
          </p>
        </div>
        <Stamp state={order.state} />
      </div>
      <CentTrail mini stops={stopsOf(order, t, dateWords)} />
    </section>
  );
}

/** The last five stops; the day that is expected stands where its word would. */
function stopsOf(order: OrderEntry, t: Translate, words: ReturnType<typeof useDateWords>): TrailStop[] {
  return order.trail.slice(-5).map((stop) => ({
    state: stop.state === "next" ? "todo" : stop.state,
    step:
      stop.kind === "expected" && stop.at
        ? words(stop.at, "short")
        : t(SHORT[stop.kind] ?? (isRefused(order) ? "Refused" : "Decided")),
  }));
}
