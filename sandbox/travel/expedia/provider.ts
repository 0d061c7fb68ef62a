import { esc } from "../../markup.ts";
import type { Provider } from "../../world.ts";
import { registerControl, registerExpedia, type Wish } from "./api.ts";
import { EXPEDIA } from "./credentials.ts";

/** Expedia, who says what rental cars cost. */
export const expedia: Provider = {
  name: "expedia",
  title: "Expedia",
  credentials: EXPEDIA,
  tables: { expedia_wishes: "counter text primary key, wish text not null" },
  refusals: {
    429: { message: "API rate limit exceeded" },
    500: {
      ...{ Errors: [{ Code: "APPLICATION_ERROR", Description: "Application error." }] },
      TransactionId: "583b7277-772a-4802-8ac7-bcdf978abbdb",
    },
  },
  routes: registerExpedia,
  control: registerControl,
  card(world) {
    const rows = world.db
      .all<{ counter: string; wish: string }>("select * from expedia_wishes")
      .map(({ counter, wish }) => {
        const { total, sold_out } = JSON.parse(wish) as Wish;
        return `<li>${esc(counter)}: ${sold_out ? "sold out" : (total ?? "as usual")}</li>`;
      })
      .join("");
    return rows === "" ? `<p class="soft">Every car costs what it usually costs.</p>` : `<ul>${rows}</ul>`;
  },
};
