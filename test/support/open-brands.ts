/** The brand packs of the project as they are once rebates of shipping can be claimed: the shipping membership is sold. */
import type { Brand } from "#partners";
import { joinsmarty } from "../../brands/joinsmarty.ts";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";

export const OPEN_BRANDS: readonly Brand[] = [tuppence, shipright, joinsmarty].map((brand) => ({
  ...brand,
  shipping_open: true,
}));
