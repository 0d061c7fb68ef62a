import type { MerchantCard } from "#catalog";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { useText } from "#ui/text.tsx";

export function FindBar({ popular }: { popular: readonly MerchantCard[] }) {
  const t = useText();
  const first = popular.slice(0, 6);
  return (
    <div className="find">
      <div className="wrap">
        <SearchBox place="page" label={t("Find a store")} hint={t("Find a store")} />
        <nav className="pop" aria-label={t("Popular stores")}>
          {first.map((store) => (
            <a key={store.internal_name} href={`/${store.internal_name}-coupons`}>
              <MerchantTile name={store.name} logo={store.logo_url} size={32} />
              <span>{store.name}</span>
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}
