/**
 * The outside world of the benchmark of mails, in a process of its own: told `{ seed, count, folder }`, it writes so many order mails into
 * the folder, of all kinds and of every store, in both languages, signed by the keys that its name server tells; and answers how much
 * processor time it takes to open and read them alone.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#platform/embedded-postgres";
import { loadMerchants } from "../../../../sandbox/catalogue/merchants.ts";
import { composeMail } from "../../../../sandbox/mailboxes/compose.ts";
import { KINDS } from "../../../../sandbox/mailboxes/purchase.ts";
import { startSandbox } from "../../../../sandbox/sandbox.ts";
import { openMail } from "../read/open-mail.ts";
import { readMail } from "../read/read-mail.ts";

type Order = { seed: number; count: number; folder: string };

async function writeMails({ seed, count, folder }: Order, sent: Date): Promise<Buffer[]> {
  const stores = loadMerchants();
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
  return raws;
}

const sandbox = await startSandbox({
  port: await freePort(),
  smtpPort: 0,
  dataDir: null,
  productUrl: "http://127.0.0.1:9",
});
process.on("message", async (order: Order) => {
  const now = new Date();
  const raws = await writeMails(order, new Date(now.getTime() - 3_600_000));
  const before = process.cpuUsage();
  let silent = 0;
  for (const raw of raws) {
    const mail = await openMail(raw);
    if (!mail || readMail(mail, now).facts.length === 0) silent += 1;
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ reading_ms: (user + system) / 1_000, silent });
});
process.send?.({ port: Number(new URL(sandbox.url).port) });
