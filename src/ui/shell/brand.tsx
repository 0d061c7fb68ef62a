/** The brand that a page wears: name, theme, strap, plan. It comes with the document from the root loader. */
import { useRouteLoaderData } from "react-router";
import { Mark, Wordmark } from "../icon.tsx";

/** What the interface needs of a brand pack; the packs themselves stand in `brands/`. */
export type ShellBrand = {
  partner_name: string;
  name: string;
  product: string;
  theme: "theme1" | "theme2" | "theme3";
  has_extension: boolean;
  strap: { en: string; es: string };
  support_email: string;
  plan: { trial_days: number; trial_minor: number; monthly_minor: number };
  coins_per_dollar: number;
  payout_minimum_minor: number;
  run_by: string | null;
  /** The monthly draw, where the brand holds one. */
  sweepstakes: object | null;
  app: { scheme: string; ios_id: string; ios_url: string; android_package: string; android_url: string };
  extension: { stores: { chrome: string; firefox: string; edge: string } };
};

const TUPPENCE: ShellBrand = {
  partner_name: "tuppence",
  name: "Tuppence",
  product: "tuppence",
  theme: "theme1",
  has_extension: true,
  strap: { en: "", es: "" },
  support_email: "help@tuppence.example",
  plan: { trial_days: 14, trial_minor: 100, monthly_minor: 1199 },
  coins_per_dollar: 1000,
  payout_minimum_minor: 100,
  run_by: null,
  sweepstakes: null,
  app: { scheme: "tuppence", ios_id: "", ios_url: "", android_package: "", android_url: "" },
  extension: { stores: { chrome: "", firefox: "", edge: "" } },
};

/** When even the root loader failed, the page that says so still wears a brand. */
export function useBrand(): ShellBrand {
  return (useRouteLoaderData("root") as { brand?: ShellBrand } | undefined)?.brand ?? TUPPENCE;
}

/** Mark and name. A partner without a drawn logo has its letter and its name. */
export function BrandName({ brand }: { brand: ShellBrand }) {
  if (brand.partner_name === "tuppence") {
    return (
      <>
        <Mark />
        <Wordmark />
      </>
    );
  }
  return (
    <>
      <span className="tile tile-letter brand-letter" data-letter={brand.name[0]} aria-hidden="true" />
      <span className="brand-text">{brand.name}</span>
    </>
  );
}

export function BrandLink() {
  const brand = useBrand();
  return (
    // On the narrowest phones only the mark shows, and a drawing has no name of its own.
    <a className="brand" href="/" aria-label={brand.name}>
      <BrandName brand={brand} />
    </a>
  );
}
