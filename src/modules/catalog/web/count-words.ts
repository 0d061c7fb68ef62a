import type { StoreCounts } from "#catalog";
import { formatCount } from "#ui/money.tsx";
import type { Translate } from "#ui/text.tsx";

/** A store that pays nothing is never counted among those that pay; who has nothing at all today is told too. */
export function countWords({ total, paying, coupons_only }: StoreCounts, t: Translate): string {
  const pays = t("{{stores}} stores pay cash back", { count: paying, stores: formatCount(paying) });
  const rest = total - paying - coupons_only;
  return [
    `${pays}.`,
    coupons_only > 0 && t("Coupons only at {{stores}}.", { stores: formatCount(coupons_only) }),
    rest > 0 && t("Neither today at {{stores}}.", { stores: formatCount(rest) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** `more`: there may be more than were counted, "1,200+". */
export const countOrMore = (count: number, more: boolean): string => formatCount(count) + (more ? "+" : "");
