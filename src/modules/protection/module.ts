/** What protection tells of itself to the server. */
import { defineModule } from "#platform/module";

export const protectionModule = defineModule({ name: "protection" });
