import type { StoreCounts } from "#catalog";
import { formatCount } from "#ui/money.tsx";
import type { Translate } from "#ui/text.tsx";

/** A store that pays nothing is never counted among those that pay; who has nothing at all today is told too. */
export function countWords({ total, paying, coupons_only }: StoreCounts, t: Translate): string {
  const pays = t("{{stores}} stores pay cash back", { count: paying, stores: formatCount(paying) });
  const told =
    coupons_only > 0
      ? t("{{pays}}, {{more}} more have coupons.", { pays, count: coupons_only, more: formatCount(coupons_only) })
      : `${pays}.`;
  const rest = total - paying - coupons_only;
  return rest > 0 ? t("{{told}} Neither today: {{rest}}.", { told, rest: formatCount(rest) }) : told;
}
