import { MerchantTile } from "./merchant-tile.tsx";

/**
 * Name, leader dots, rate: one line of a rate card and one link. The words come ready ("up to 6%", "was 3%"), because a
 * page has many rows and only the page needs to know the language. Without a rate give "Coupons only" as `none`.
 */
export function RateRow({
  href,
  name,
  logo,
  rate,
  was,
  none,
}: {
  href: string;
  name: string;
  logo?: string | null;
  rate: string | null;
  was?: string | null | undefined;
  none?: string;
}) {
  return (
    <li>
      <a className="leader rate" href={href}>
        <MerchantTile name={name} logo={logo} size={32} />
        <span className="name">{name}</span>
        <span className="leader-dots" />
        {was && <span className="was">{was}</span>}
        {rate ? <span className="pct">{rate}</span> : <span className="was">{none}</span>}
      </a>
    </li>
  );
}
