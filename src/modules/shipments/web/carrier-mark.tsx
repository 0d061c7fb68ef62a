import { ServiceIcon } from "#ui/icon.tsx";
import { IconTile, MerchantTile } from "#ui/merchant-tile.tsx";
import { markOf } from "./parcel-words.ts";

/** Who brings it: our own drawing of the mark, else a letter; a parcel where only the order is known. */
export function CarrierMark({ carrier, name }: { carrier: string | null; name: string }) {
  const mark = markOf(carrier);
  if (carrier === null) return <IconTile name="package" />;
  if (mark === null) return <MerchantTile name={name} />;
  return (
    <span className="tile tile-wide" aria-hidden="true">
      <ServiceIcon name={mark} />
    </span>
  );
}
