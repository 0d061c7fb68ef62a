import type { Method } from "#payouts";
import { ServiceIcon } from "#ui/icon.tsx";
import { IconTile } from "#ui/merchant-tile.tsx";

/** The mark of the service that pays; a gift for cards. The marks keep their own colours, so the tile stays light. */
export function MethodTile({ method, small = false }: { method: Method; small?: boolean }) {
  if (method === "gift_card") return <IconTile name="gift" size={small ? 32 : 40} />;
  const colour = method === "paypal" ? "text-[#002991]" : "text-[#0074DE]";
  return (
    <span className={`tile ${small ? "tile-32" : "tile-40"} ${colour}`} aria-hidden="true">
      <ServiceIcon name={method} />
    </span>
  );
}
