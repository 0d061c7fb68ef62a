/** What the passbook tells of itself to the server. */
import { defineModule } from "#platform/module";
import { type PassbookCalls, registerPassbookCalls } from "./http.ts";

export const passbookModule = defineModule<PassbookCalls>({ name: "passbook", calls: registerPassbookCalls });
