/** What the passbook tells of itself to the server. */

import { defineModule } from "#platform/module";
import { type PassbookCalls, registerPassbookCalls } from "./http.ts";
import { navigation } from "./navigation.ts";

export const passbookModule = defineModule<PassbookCalls>({
  name: "passbook",
  navigation,
  calls: registerPassbookCalls,
});
