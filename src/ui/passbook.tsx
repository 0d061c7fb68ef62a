import type { ReactNode } from "react";

/**
 * The passbook: green cover, balances page, stitched spine, ledger page. Each part is optional; as a card it keeps its
 * rounded corners on a phone instead of running to the edges.
 */
export function Passbook({
  cover,
  number,
  balances,
  children,
  foot,
  card = false,
  padded = false,
}: {
  cover?: ReactNode;
  number?: ReactNode;
  balances?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
  card?: boolean;
  /** Space around what is not a ledger, such as a single trail. */
  padded?: boolean;
}) {
  return (
    <div className={card ? "passbook as-card" : "passbook"}>
      {(cover !== undefined || number !== undefined) && (
        <div className="pb-cover-row on-cover">
          <span className="brand">{cover}</span>
          <span className="no">{number}</span>
        </div>
      )}
      {balances !== undefined && <div className="pb-page">{balances}</div>}
      {balances !== undefined && children !== undefined && <div className="pb-spine" />}
      {children !== undefined && <div className={padded ? "pb-page pb-padded" : "pb-page"}>{children}</div>}
      {foot !== undefined && <div className="pb-foot">{foot}</div>}
    </div>
  );
}
