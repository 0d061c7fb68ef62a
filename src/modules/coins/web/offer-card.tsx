import type { OfferItem } from "#coins";
import { Coins } from "#ui/coins.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { platformWords, typeWord } from "./offer-words.ts";

/**
 * One offer in a list: what it is, where it works, what all of its steps pay. Its picture lies at a partner, and asking for it there
 * would tell them who reads; pages load nothing from elsewhere, so the name's letters stand for it.
 */
export function OfferCard({ offer, onOpen }: { offer: OfferItem; onOpen: (offer: OfferItem) => void }) {
  const t = useText();
  return (
    <article>
      <a
        className="card offer-card h-full"
        href={`/coins/offer/${offer.offer_id}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(offer);
        }}
      >
        <MerchantTile name={offer.display_name} logo={null} size={64} />
        {/* Providers tell of offers in English alone. */}
        <div lang="en">
          <h3>{offer.display_name}</h3>
          <p className="small muted mt-1 line-clamp-2">{offer.display_description}</p>
        </div>
        <div className="foot">
          <span className="row [--gap:.375rem]">
            <span className="tag">{typeWord(offer.offer_type, t)}</span>
            <span className="tag">{platformWords(offer.platforms, t)}</span>
          </span>
          <Coins count={String(offer.coins_advertised)} />
        </div>
      </a>
    </article>
  );
}

/** Whose words these are. A reader of English needs none of it. */
export function EnglishNote({ className = "" }: { className?: string }) {
  const t = useText();
  if (useLanguage() === "en") return null;
  return <p className={`small muted ${className}`}>{t("The partner describes the offer and its steps in English.")}</p>;
}
