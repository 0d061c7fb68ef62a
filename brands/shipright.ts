import { BENEFITS } from "./benefits.ts";
import type { Brand } from "./brand.ts";
import { tuppence } from "./tuppence.ts";

export const shipright: Brand = {
  ...tuppence,
  partner_name: "shipright",
  name: "ShipRight",
  hosts: ["shipright.example", "www.shipright.example"],
  theme: "theme2",
  strap: {
    en: "Shipping and returns paid back, with cash back beside them.",
    es: "Envíos y devoluciones reembolsados, con dinero de vuelta al lado.",
  },
  support_email: "help@shipright.example",
  run_by: "Tuppence",
  upsell: { plus: "own", shipright: "own", hosts: ["shipright.example", "www.shipright.example"], callback: null },
  benefits: BENEFITS,
  sweepstakes: null,
};
