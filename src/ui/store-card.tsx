import type { ReactNode } from "react";
import { MerchantTile } from "./merchant-tile.tsx";

/**
 * One store of a list: a card on a wide screen, a ledger row on a phone. The heart is handed in, because only the page
 * knows the viewer. The whole card is one link; the heart lies above it.
 */
export function StoreCard({
  href,
  name,
  logo,
  rate,
  none,
  coupons,
  was,
  plus,
  heart,
}: {
  href: string;
  name: string;
  logo: string | null;
  rate: string | null;
  /** Said where there is no rate: "Coupons only". */
  none: string;
  /** "5 coupons" or "No coupons today". */
  coupons: string;
  was?: string | null | undefined;
  /** "Plus 8%": what plus members get here. */
  plus?: string | false | null | undefined;
  heart?: ReactNode;
}) {
  return (
    <article className="card store-row">
      <MerchantTile name={name} logo={logo} size={56} />
      <div>
        <h3>
          <a className="cover-link" href={href}>
            {name}
          </a>
        </h3>
        {rate ? <span className="pct">{rate}</span> : <span className="small faint">{none}</span>}
      </div>
      {heart}
      <div className="foot">
        <span>{coupons}</span>
        {(was || plus) && (
          <span className="tags">
            {was && <span className="tag tag-accent">{was}</span>}
            {plus && <span className="tag tag-copper">{plus}</span>}
          </span>
        )}
      </div>
    </article>
  );
}
