import type { Provider } from "../world.ts";
import { MAIL_TABLES, registerMailbox } from "./mailbox.ts";
import { startSmtp } from "./smtp.ts";

/** The world's mail: takes everything for everybody. */
export const mail: Provider = {
  name: "smtp",
  title: "Mail",
  tables: MAIL_TABLES,
  start: startSmtp,
  control: registerMailbox,
  pages: [["Mailbox", "/mailbox"]],
};
