import type { ReactNode } from "react";
import { Coin } from "./icon.tsx";

export type Balance = {
  label: ReactNode;
  /** Ready to read: "$86.42", "12,480". Zero is "$0.00", never hidden. */
  figure: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  coin?: boolean;
};

/** Label, figure, note, one action; three side by side, the first one alone on a phone. */
export function Balances({ items }: { items: readonly Balance[] }) {
  return (
    <div className="balances">
      {items.map((item, at) => {
        const head = (
          <>
            <div className="k">
              {item.coin && <Coin />}
              {item.label}
            </div>
            <div className="v">{item.figure}</div>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places.
          <div className="balance" key={at}>
            {item.action === undefined ? (
              head
            ) : (
              <div className="row between">
                <div>{head}</div>
                {item.action}
              </div>
            )}
            {item.note !== undefined && <div className="s">{item.note}</div>}
          </div>
        );
      })}
    </div>
  );
}
