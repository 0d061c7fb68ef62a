/** The example of the front page before any store has come in, as on the first day of a product that goes live. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { ShellBrand } from "#ui/shell/brand.tsx";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import { Hero } from "./hero.tsx";

const plan = { trial_minor: 100, trial_days: 14, monthly_minor: 1_199 };
// What the front page's first part reads of a brand.
const brand = { partner_name: "tuppence", name: "Tuppence", plan } as unknown as ShellBrand;
const FirstDay = () => <Hero brand={brand} stores={[]} />;

it("shows money back where no store is there yet, at the rate of the example below it", () => {
  startLanguages({});
  const Home = createRoutesStub([{ path: "/", Component: FirstDay }]);
  const page = renderToStaticMarkup(
    <TextProvider language="en">
      <Home />
    </TextProvider>,
  );
  expect(page).toContain("$7.68");
  expect(page).not.toContain("$0.00");
});
