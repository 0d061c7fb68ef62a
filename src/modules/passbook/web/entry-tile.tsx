/** The picture of an entry that is no purchase. */
import type { BonusEntry } from "#passbook";
import { ServiceIcon } from "#ui/icon.tsx";
import { IconTile } from "#ui/merchant-tile.tsx";

export function EntryTile({ icon }: { icon: BonusEntry["icon"] }) {
  if (icon !== "paypal" && icon !== "venmo") return <IconTile name={icon} size={32} />;
  return (
    <span className={`tile tile-32 ${icon === "paypal" ? "text-[#002991]" : "text-[#008CFF]"}`} aria-hidden="true">
      <ServiceIcon name={icon} />
    </span>
  );
}
