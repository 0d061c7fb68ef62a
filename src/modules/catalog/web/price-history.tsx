import { useLanguage } from "#ui/text.tsx";
import type { PriceChart } from "./price-chart.ts";

/** Prices over time as the server drew them. */
export function PriceHistory({ chart }: { chart: PriceChart | null }) {
  const language = useLanguage();
  return (
    chart && (
      <section
        className="mt-10"
        aria-labelledby="price-history"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: `price-chart.ts` made it of dates and sums alone.
        dangerouslySetInnerHTML={{ __html: chart[language] }}
      />
    )
  );
}
