import { useLanguage } from "#ui/text.tsx";
import type { PriceChart } from "./price-chart.ts";

/** What the server drew of a product's prices: over time, and in other currencies. */
export const DrawnPrices = ({ drawn }: { drawn: PriceChart }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `draw-prices.ts` escapes all that is not its own.
  <div dangerouslySetInnerHTML={{ __html: drawn[useLanguage()] }} />
);
