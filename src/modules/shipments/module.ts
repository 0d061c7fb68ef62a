/** What shipments tell of themselves to the server. */
import { defineModule } from "#platform/module";

export const shipmentsModule = defineModule({ name: "shipments" });
