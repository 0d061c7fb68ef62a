import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, it, vi } from "vitest";
import type { Coupon } from "#catalog";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import CodeDialog from "../web/code-dialog.tsx";
import es from "../web/es.json" with { type: "json" };

// Files share what they import: what is replaced here must be read anew, and must be gone for the next file.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock("#ui/dialog.tsx", async (original) => ({
  ...(await original<typeof import("#ui/dialog.tsx")>()),
  Dialog: ({ size, children }: { size: string; children: ReactNode }) => <div className={size}>{children}</div>,
}));

const coupon: Coupon = {
  ...{ offer_id: "ofr_1", offer_type: "coupon", offer_code: "TEN", title: "10% off", title_language: "en" },
  ...{ title_other: null, offer_description: "Ends soon.", description_es: null, minimum_minor: null },
  merchant: {
    internal_name: "marlow-finch",
    name: "Marlow Finch",
    logo_url: null,
    brand_hex: null,
    rate: { kind: "none" },
    plus_rate: null,
  },
  ...{ discount: { kind: "percent", bps: 1_000 }, condition: null, condition_es: null, starts_at: null, ends_at: null },
  ...{ state: "live", verified_at: null, worked: 0, tried: 0 },
};

it("measures the description that its reader sees: the Spanish one may be the longer", () => {
  startLanguages(es);
  const sizeOf = (language: "en" | "es", change: Partial<Coupon>) =>
    /class="(md|small)"/.exec(
      renderToStaticMarkup(
        <TextProvider language={language}>
          <CodeDialog coupon={{ ...coupon, ...change }} rate={coupon.merchant.rate} onClose={() => {}} />
        </TextProvider>,
      ),
    )?.[1];
  const [longest, longer] = ["x".repeat(300), "x".repeat(301)];
  expect(sizeOf("en", { offer_description: longest, description_es: longer })).toBe("md");
  expect(sizeOf("es", { offer_description: longest, description_es: longer })).toBe("small");
  expect(sizeOf("en", { offer_description: longer, description_es: longest })).toBe("small");
  expect(sizeOf("es", { offer_description: longer, description_es: longest })).toBe("md");
  expect(sizeOf("es", { offer_description: longer })).toBe("small");
});
