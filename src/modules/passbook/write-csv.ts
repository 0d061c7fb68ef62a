/** The file of all entries, a row each, as a sheet reads it. */
import type { PassbookFilter } from "#platform/describer";
import { showUsd } from "#platform/money";
import { writeCsv as csvOf } from "#platform/write-csv";
import type { PassbookEntry, PassbookPage } from "./passbook.types.ts";

const CSV_HEAD = ["Date", "Store", "Order", "Spent", "Rate", "Back", "Status", "Expected", "Reason", "Reference"];

/** Each page reads what moved besides orders anew: of a long history few large pages cost less than many small ones. */
const ORDERS_AT_ONCE = 500;

/** The passbook, a page at a time. */
type Asked = { user_id: string; filter: PassbookFilter; page: number; size: number };
type Pages = { page(input: Asked): Promise<PassbookPage> };

export async function writeCsv(passbook: Pages, userId: string, filter: PassbookFilter): Promise<string> {
  const rows: (readonly string[])[] = [CSV_HEAD];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const part = await passbook.page({ user_id: userId, filter, page, size: ORDERS_AT_ONCE });
    pages = part.pages;
    for (const entry of part.entries) rows.push(rowOf(entry));
  }
  return `\uFEFF${csvOf(rows)}`;
}

function rowOf(entry: PassbookEntry): string[] {
  if (entry.type === "payout")
    return [
      entry.at.slice(0, 10),
      entry.file.name,
      entry.file.reference,
      "",
      "",
      showUsd(BigInt(entry.amount_minor)),
      entry.under_way ? "on its way" : entry.came_back ? "returned" : "paid",
      entry.under_way?.arrives_by?.slice(0, 10) ?? "",
      "",
      "",
    ];
  if (entry.type === "bonus")
    return [
      entry.at.slice(0, 10),
      entry.file.name,
      entry.file.reference,
      "",
      "",
      showUsd(entry.state === "reversed" ? 0n : BigInt(entry.amount_minor)),
      entry.paid ? "paid" : entry.state,
      entry.expected_at?.slice(0, 10) ?? "",
      "",
      "",
    ];
  return [
    entry.at.slice(0, 10),
    entry.merchant.name,
    entry.order_reference ?? "",
    showUsd(BigInt(entry.spent_minor)),
    entry.paid_rate_text,
    // As in the page's total: what was refused counts nothing.
    showUsd(entry.state === "declined" || entry.state === "reversed" ? 0n : BigInt(entry.back_minor)),
    entry.paid ? "paid" : entry.state,
    entry.state === "pending" ? entry.expected_at.slice(0, 10) : "",
    entry.reason?.en ?? "",
    entry.reference,
  ];
}
