/** Why stores refuse orders, over everybody: the passbook's reasons, told of nobody in particular. */
import type { Translate } from "#ui/text.tsx";

const WORDS: Readonly<Record<string, (t: Translate) => string>> = {
  returned: (t) => t("The order was returned"),
  canceled: (t) => t("The order was canceled"),
  out_of_stock: (t) => t("The store could not deliver"),
  payment_failed: (t) => t("The payment at the store failed"),
  duplicate: (t) => t("The store reported the order twice"),
  terms: (t) => t("The order did not follow the store's terms"),
  other_partner: (t) => t("Another site sent the shopper after us"),
  fraud: (t) => t("The store could not verify the order"),
  order_changed: (t) => t("The order was changed"),
  order_error: (t) => t("The store corrected a mistake"),
  test: (t) => t("A test order of the store"),
  dispute: (t) => t("Settled after a dispute with the store"),
  no_commission: (t) => t("The store paid nothing for these items"),
  cashback_not_allowed: (t) => t("The store paid no cash back, as its page said"),
  unexplained: (t) => t("The store gave no reason"),
  commission_low: (t) => t("The store paid far less than its terms"),
  currency: (t) => t("A currency that we don't handle yet"),
};

/** `null`: reasons that were too rare to tell apart. */
export const reasonWords = (code: string | null, t: Translate): string =>
  (code === null ? null : WORDS[code]?.(t)) ?? t("Other reasons");
