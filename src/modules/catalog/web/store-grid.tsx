import type { MerchantCard } from "#catalog";
import { StoreCard } from "#ui/store-card.tsx";
import { useText } from "#ui/text.tsx";
import { FavouriteHeart } from "./favourite-heart.tsx";
import { merchantHref } from "./links.ts";
import { noneWords, plusWords, rateWords, wasWords } from "./rate-words.ts";
import { useOwnRate } from "./use-own-rate.ts";

export function StoreGrid({ stores }: { stores: readonly MerchantCard[] }) {
  const t = useText();
  const own = useOwnRate();
  return (
    <div className="store-list">
      {stores.map((store) => (
        <StoreCard
          key={store.internal_name}
          href={merchantHref(store.internal_name)}
          name={store.name}
          logo={store.logo_url}
          rate={rateWords(own(store), t)}
          none={noneWords(store.coupons, t)}
          coupons={store.coupons > 0 ? t("{{count}} coupons", { count: store.coupons }) : t("No coupons")}
          was={wasWords(store.was_rate, t)}
          plus={own(store) === store.rate && plusWords(store.plus_rate, t)}
          heart={<FavouriteHeart internalName={store.internal_name} name={store.name} />}
        />
      ))}
    </div>
  );
}
