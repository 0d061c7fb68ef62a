/**
 * Writes signed order mails into a folder, of all kinds and of every store, in both languages, and tells how much processor time it
 * takes to open and read them alone. Called by the benchmark of mails: `write-night.ts <seed> <count> <folder>`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadMerchants } from "../../../../sandbox/catalogue/merchants.ts";
import { composeMail } from "../../../../sandbox/mailboxes/compose.ts";
import { KINDS } from "../../../../sandbox/mailboxes/purchase.ts";
import { openMail } from "../read/open-mail.ts";
import { readMail } from "../read/read-mail.ts";

const [seed = 0, count = 0] = process.argv.slice(2).map(Number);
const folder = process.argv[4] ?? "";
const stores = loadMerchants();
const now = new Date();
const sent = new Date(now.getTime() - 3_600_000);

await mkdir(folder, { recursive: true });
const raws: Buffer[] = [];
for (let at = 0; at < count; at += 1) {
  const store = stores[(at * 37) % stores.length];
  const kind = KINDS[at % KINDS.length];
  if (!store || !kind) throw new Error("there are stores and kinds");
  const language = at % 3 === 0 ? "es" : "en";
  const { raw } = await composeMail({ seed: seed + at, kind, store, language, to: "m@orders.localhost", at: sent });
  raws.push(raw);
  await writeFile(join(folder, `${at}.eml`), raw);
}
const before = process.cpuUsage();
let silent = 0;
for (const raw of raws) {
  const mail = await openMail(raw);
  if (!mail || readMail(mail, now).facts.length === 0) silent += 1;
}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ reading_ms: (user + system) / 1_000, silent }));
