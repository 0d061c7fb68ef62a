import type { Provider } from "../../world.ts";
import { registerUps } from "./api.ts";
import { UPS } from "./credentials.ts";

export const ups: Provider = {
  name: "ups",
  title: "UPS",
  credentials: UPS,
  routes: registerUps,
  card: () =>
    `<p class="soft">Answers for parcels of EasyPost's card, to those who are its client (<span class="mono">UPS_CLIENT_ID</span>).</p>`,
};
