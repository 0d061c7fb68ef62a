/** Prices in writing, whatever their currency. */
import { formatMoney, formatShortMoney, type Minor } from "./money.tsx";

/** "$12.50", and "COP 18,000" for what is not priced in dollars: signs such as `$` and `kr` belong to many currencies. */
export const priceText = (minor: Minor, currency: string): string =>
  currency === "USD" ? formatMoney(minor) : `${currency}\u00a0${formatShortMoney(minor).slice(1)}`;
