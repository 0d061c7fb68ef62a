/** What benefits tells of itself to the server. */
import { defineModule } from "#platform/module";

export const benefitsModule = defineModule({ name: "benefits" });
