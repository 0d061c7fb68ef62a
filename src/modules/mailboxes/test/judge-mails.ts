/** How many facts of made-up mails are read right: each field of each mail counts. */
import { loadMerchants } from "../../../../sandbox/catalogue/merchants.ts";
import { composeMail } from "../../../../sandbox/mailboxes/compose.ts";
import { KINDS } from "../../../../sandbox/mailboxes/purchase.ts";
import { openMail } from "../read/open-mail.ts";
import { readMail } from "../read/read-mail.ts";

export type Judged = { fields: number; right: number; stores: number; wrong: string[] };

const plain = (value: unknown): unknown =>
  typeof value === "bigint"
    ? value.toString()
    : Array.isArray(value)
      ? value.map(plain)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
        : value;

/** Items are compared by what a claim needs of them. */
const itemsOf = (value: unknown): string =>
  JSON.stringify(
    ((value ?? []) as { name: string; quantity: number; unit_minor: string | null }[]).map((item) => [
      item.name,
      item.quantity,
      item.unit_minor,
    ]),
  );
const same = (name: string, wanted: unknown, found: unknown): boolean =>
  name === "items" ? itemsOf(wanted) === itemsOf(found) : String(wanted) === String(found);

export async function judgeMails(seed: number, count: number): Promise<Judged> {
  const stores = loadMerchants();
  const judged: Judged = { fields: 0, right: 0, stores: 0, wrong: [] };
  const seen = new Set<string>();
  for (let at = 0; at < count; at += 1) {
    const store = stores[(seed + at * 37) % stores.length];
    const kind = KINDS[at % KINDS.length];
    if (!store || !kind) throw new Error("there are stores and kinds");
    seen.add(store.domain);
    const language = at % 3 === 0 ? "es" : "en";
    const wish = {
      seed: seed + at,
      kind,
      language,
      store,
      to: "m@orders.localhost",
      at: new Date("2027-03-09T18:00:00Z"),
    } as const;
    const { raw, truth } = await composeMail({ ...wish, signed_by: null });
    const mail = await openMail(raw);
    const read = mail && readMail(mail, wish.at);
    const fact = (plain(read?.facts[0] ?? {}) ?? {}) as Record<string, unknown>;
    for (const [name, wanted] of Object.entries(truth)) {
      judged.fields += 1;
      if (same(name, wanted, fact[name])) judged.right += 1;
      else
        judged.wrong.push(
          `${seed + at} ${kind} ${language} ${name}: ${JSON.stringify(wanted)} <> ${JSON.stringify(fact[name])} ${read?.why ?? ""}`,
        );
    }
  }
  return { ...judged, stores: seen.size };
}
