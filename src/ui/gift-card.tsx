import { Coins } from "./coins.tsx";
import { Icon } from "./icon.tsx";
import { formatCount, formatMoney, type Minor } from "./money.tsx";
import { useText } from "./text.tsx";

/** Relative luminance of "#RRGGBB"; dark ink is needed on light cards. */
function isLight(hex: string): boolean {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map((channel) => (channel / 255) ** 2.2) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.32;
}

/**
 * A gift card to choose. Out of reach it says how many coins are missing; sold out it says so. The ground is an SVG
 * rectangle, because a colour from data may not come as a style attribute.
 */
export function GiftCard({
  name,
  hex,
  logo,
  amount,
  coins,
  missing = 0n,
  soldOut = false,
  chosen = false,
  onChoose,
}: {
  name: string;
  hex: string;
  logo?: string | null;
  amount: Minor;
  coins: Minor;
  missing?: bigint;
  soldOut?: boolean;
  chosen?: boolean;
  onChoose?: () => void;
}) {
  const t = useText();
  const short = soldOut || missing > 0n;
  return (
    <button
      className={short ? "gift is-short" : "gift"}
      type="button"
      aria-pressed={chosen}
      disabled={short}
      onClick={onChoose}
    >
      <span className={isLight(hex) && !short ? "gift-art dark-ink" : "gift-art"}>
        {!short && (
          <svg className="gift-ground" aria-hidden="true">
            <rect width="100%" height="100%" fill={hex} />
          </svg>
        )}
        {logo ? (
          <img className="gift-logo" src={logo} alt="" loading="lazy" />
        ) : (
          <span className="letter">{name[0]}</span>
        )}
        <span className="amt">{formatMoney(amount)}</span>
      </span>
      <span className="pick">
        <Icon name="check" size="sm" />
      </span>
      <span>
        <b>{name}</b>
        <br />
        <Coins count={coins} />
        {soldOut && <span className="xs faint gift-note">{t("Sold out today")}</span>}
        {!soldOut && missing > 0n && (
          <span className="xs faint gift-note">{t("{{coins}} coins to go", { coins: formatCount(missing) })}</span>
        )}
      </span>
    </button>
  );
}
