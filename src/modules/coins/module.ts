/** What coins tells of itself to the server. */
import { defineModule } from "#platform/module";

export const coinsModule = defineModule({ name: "coins" });
