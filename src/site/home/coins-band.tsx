import { Coins } from "#ui/coins.tsx";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatCount } from "#ui/money.tsx";
import { useEarnKinds } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";

type Offer = { offer_id: string; display_name: string; display_description: string; coins_advertised: number };

/** Offers that are open today, the best paid of each kind: nothing here is an example. */
export function CoinsBand({ offers, perDollar }: { offers: readonly Offer[]; perDollar: number }) {
  const t = useText();
  const kinds = useEarnKinds();
  return (
    <section className="wrap section-tight" aria-labelledby="coins">
      <div className="section-head">
        <div>
          <h2 id="coins">{t("Coins, for a few spare minutes")}</h2>
          <p className="muted">
            {kinds.includes("surveys")
              ? t(
                  "Try an app, play a game or answer a survey. {{count}} coins are worth $1.00 and become gift cards.",
                  {
                    count: formatCount(perDollar),
                  },
                )
              : t("Try an app or play a game. {{count}} coins are worth $1.00 and become gift cards.", {
                  count: formatCount(perDollar),
                })}
          </p>
        </div>
        <a className="link-arrow" href="/offers">
          {t("All offers")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </div>
      <ul className="grid [--gap:0_2.5rem] md:grid-cols-2">
        {offers.map((offer) => (
          <li key={offer.offer_id} className="border-b border-(--tp-rule)">
            <a className="flex items-center gap-4 py-3 no-underline" href={`/coins/offer/${offer.offer_id}`}>
              <MerchantTile name={offer.display_name} logo={null} size={40} />
              <span className="min-w-0 flex-1" lang="en">
                <b className="block truncate text-(--tp-ink)">{offer.display_name}</b>
                <span className="small muted block truncate">{offer.display_description}</span>
              </span>
              <Coins count={String(offer.coins_advertised)} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
