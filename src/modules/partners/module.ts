/** What the partners module tells of itself to the server. */
import { defineModule } from "#platform/module";

export const partnersModule = defineModule({ name: "partners" });
