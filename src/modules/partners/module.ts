/** What the partners module tells of itself to the server. */
import { defineModule } from "#platform/module";
import { cookies } from "./cookies.ts";

export const partnersModule = defineModule({ name: "partners", cookies });
