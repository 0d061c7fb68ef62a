/** What protection tells of itself to the server. */
import { defineModule } from "#platform/module";
import { navigation } from "./navigation.ts";

export const protectionModule = defineModule({ name: "protection", navigation });
