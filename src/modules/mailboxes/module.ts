/** What mailboxes tell of themselves to the server. */
import { defineModule } from "#platform/module";

export const mailboxesModule = defineModule({ name: "mailboxes" });
