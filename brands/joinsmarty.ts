import { BENEFITS } from "./benefits.ts";
import type { Brand } from "./brand.ts";
import { tuppence } from "./tuppence.ts";

export const joinsmarty: Brand = {
  ...tuppence,
  partner_name: "joinsmarty",
  name: "JoinSmarty",
  hosts: ["joinsmarty.example", "www.joinsmarty.example"],
  theme: "theme3",
  support_email: "help@joinsmarty.example",
  logout_url: "https://joinsmarty.example/",
  run_by: "Tuppence",
  upsell: {
    plus: "/upsell2",
    shipright: "/sfupsell2",
    hosts: ["joinsmarty.example", "www.joinsmarty.example"],
    callback: null,
  },
  benefits: BENEFITS,
  sweepstakes: null,
};
