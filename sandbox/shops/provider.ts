import type { Provider } from "../world.ts";
import { registerShops } from "./shop.ts";
import { registerStores } from "./store.ts";

/** The merchants: three shops of the sandbox's own, and a plain page for each of the others. */
export const shops: Provider = {
  name: "shops",
  title: "Shops",
  tables: {
    carts: "id text not null, shop text not null, lines text not null, coupon text, primary key (id, shop)",
    shop_orders: `ref text primary key, shop text not null, buyer text not null, summary text not null, network text,
      network_order text, at integer not null`,
  },
  routes(app, world) {
    registerShops(app, world);
    registerStores(app, world);
  },
};
