import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, it, vi } from "vitest";
import type { OfferItem } from "#coins";
import { OfferDialog } from "../web/offer-dialog.tsx";

// Files share what they import: what is replaced here must be read anew, and must be gone for the next file.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock("#ui/dialog.tsx", async (original) => ({
  ...(await original<typeof import("#ui/dialog.tsx")>()),
  Dialog: ({ size }: { size: string }) => <div className={size} />,
}));
vi.mock("react-router", async (original) => ({
  ...(await original<typeof import("react-router")>()),
  useFetcher: () => ({ state: "loading", data: undefined, load: () => {} }),
}));

it("opens a smaller window for a description of more than 300 characters (SPEC §9)", () => {
  const drawn = (display_description: string) =>
    renderToStaticMarkup(
      <OfferDialog
        chosen={{ offer_id: "cof_1", display_name: "Tile Town", display_description } as OfferItem}
        onClose={() => {}}
      />,
    );
  expect(drawn("x".repeat(300))).toContain('class="md"');
  expect(drawn("x".repeat(301))).toContain('class="small"');
});
