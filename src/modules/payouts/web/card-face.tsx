/** The face of a gift card: its brand's colour, mark and amount, on the guilloche. */
import { hueOf } from "#ui/merchant-tile.tsx";

/** For brands whose colour nobody told us: dark grounds, one for each tint that a store's letter has elsewhere. */
const GROUNDS = ["#0E4D3A", "#7A3E12", "#2B3F6B", "#6B2140", "#5B4A12"] as const;
const SMALL = " p-3! [&_.amt]:text-[1.0625rem]! [&_.letter]:text-[1.5rem]! [&_.letter]:leading-8!";

/** Relative luminance of "#RRGGBB"; light cards need dark ink. */
function isLight(hex: string): boolean {
  const value = Number.parseInt(hex.slice(1), 16);
  const part = (shift: number) => (((value >> shift) & 255) / 255) ** 2.2;
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.32;
}

export function CardFace({
  name,
  hex,
  logo,
  amount,
  small = false,
  faded = false,
}: {
  name: string;
  hex: string | null;
  logo: string | null;
  amount: string;
  /** In a list to choose from. */
  small?: boolean;
  /** A card that was never made: its amount is back in the passbook. */
  faded?: boolean;
}) {
  const ground = hex ?? GROUNDS[hueOf(name) - 1] ?? GROUNDS[0];
  return (
    <span
      className={`gift-art${isLight(ground) ? " dark-ink" : ""}${faded ? " opacity-60" : ""}${small ? SMALL : ""}`}
      aria-hidden="true"
    >
      <svg className="gift-ground" aria-hidden="true">
        <rect width="100%" height="100%" fill={ground} />
      </svg>
      {logo ? (
        <span className={small ? "tile tile-32" : "tile tile-40"}>
          <img src={logo} alt="" loading="lazy" />
        </span>
      ) : (
        <span className="letter">{name[0]}</span>
      )}
      <span className="amt">{amount}</span>
    </span>
  );
}
