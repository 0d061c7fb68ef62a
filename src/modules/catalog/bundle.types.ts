/** What browsers keep of stores, and how our own clicks are known. */
import type { Rate } from "./catalog.types.ts";

/** A store as browsers keep it. `days`: after so many an order is confirmed; `ends` is a civil date, money is whole cents. */
export type BundleStore = {
  name: string;
  title: string;
  hosts: readonly string[];
  rate: Rate;
  plus?: Rate;
  was?: Rate;
  days?: number;
  codes: readonly {
    code: string;
    title: string;
    language: "en" | "es";
    /** The title in the other language, where it is understood whole. */
    other?: string;
    bps?: number;
    minor?: number;
    shipping?: true;
    minimum?: number;
    ends?: string;
    /** Operators want to know whether it works: who tells us tries it first. */
    asked?: true;
    /** How many members said that it worked, of how many who tried. */
    worked?: number;
    tried?: number;
  }[];
};
/** How a click of our own is known: a network's host, and our number in its links. */
export type OwnLink = { network: "impact" | "cj" | "awin"; host: string; publisher: string };
