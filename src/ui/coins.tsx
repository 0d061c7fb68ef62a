import { Coin } from "./icon.tsx";
import { formatCount, type Minor } from "./money.tsx";
import { useText } from "./text.tsx";

/** A number of coins with its coin; read aloud as "12,480 coins". */
export function Coins({ count }: { count: Minor }) {
  const t = useText();
  return (
    <span className="coins">
      <Coin />
      {formatCount(count)}
      <span className="sr"> {t("coins")}</span>
    </span>
  );
}
