import { Icon, type IconName } from "./icon.tsx";
import { useMedia } from "./media.ts";

export type TileSize = 24 | 32 | 40 | 48 | 56 | 64 | 88;

/** One of five tints by the sum of the name's character codes, so that a store has the same one everywhere. */
export function hueOf(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum += name.charCodeAt(at);
  return (sum % 5) + 1;
}

/**
 * A store's mark on a light tile. Its letter lies below the picture and is seen while the picture loads or when it is
 * missing. Decorative: the store's name stands beside it. Always lazy: a picture that is asked for with the document takes the
 * line from the words.
 */
export function MerchantTile({
  name,
  logo,
  size = 48,
}: {
  name: string;
  logo?: string | null | undefined;
  size?: TileSize;
}) {
  const media = useMedia();
  return (
    <span
      className={`tile tile-letter${size === 48 ? "" : ` tile-${size}`}${logo ? " tile-logo" : ""}`}
      data-hue={hueOf(name)}
      aria-hidden="true"
    >
      {/[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "·"}
      {logo && <img src={media(logo)} alt="" width={size} height={size} loading="lazy" decoding="async" />}
    </span>
  );
}

/** A tile for a thing without a mark of its own: a rebate, a payout. */
export function IconTile({ name, size = 48 }: { name: IconName; size?: TileSize }) {
  return (
    <span className={`tile tile-icon${size === 48 ? "" : ` tile-${size}`}`} aria-hidden="true">
      <Icon name={name} />
    </span>
  );
}

/** A product's picture, or a parcel where there is none. */
export function PhotoTile({ src, size = 88 }: { src: string | null; size?: TileSize }) {
  const media = useMedia();
  if (!src) return <IconTile name="package" size={size} />;
  return (
    <span className={`tile tile-photo tile-${size}`} aria-hidden="true">
      <img src={media(src)} alt="" width={size} height={size} loading="lazy" decoding="async" />
    </span>
  );
}
