/** `npm run orders`: orders that wait for a person because their commission is far below its terms, and deciding one. */
import { orderId } from "#cashback";
import { showUsd } from "#platform/money";
import { withServices } from "./with-services.ts";

const USAGE = `npm run orders -- list
npm run orders -- decide <id> promise|share|nothing --by <your name>
  promise: the rate that was shown at the click · share: the member's part of what the store paid · nothing`;

export async function run([what = "list", id = "", decision = "", flag = "", by = ""]: string[]) {
  const order_id = orderId.read(id);
  await withServices(async ({ cashback }) => {
    if (what === "list") {
      const rows = await cashback.inReview();
      for (const row of rows)
        console.log(
          `${orderId.show(row.order_id)}  ${row.merchant_name}  sale ${showUsd(row.sale_minor)}  commission ${showUsd(row.commission_minor)}  promised ${showUsd(row.back_minor)}  since ${row.review_since.toISOString()}`,
        );
      console.log(rows.length === 0 ? "No order waits for a person." : `${rows.length} wait for a person.`);
      return;
    }
    const known = decision === "promise" || decision === "share" || decision === "nothing" ? decision : null;
    if (what !== "decide" || !order_id || !known || flag !== "--by" || !by) {
      console.error(USAGE);
      process.exitCode = 2;
      return;
    }
    const outcome = await cashback.reviewOrder({ order_id, decision: known, by });
    console.log(
      outcome.ok
        ? `The order is ${outcome.value.state}, ${showUsd(outcome.value.back_minor)} for its member.`
        : "This order does not wait for a decision.",
    );
    if (!outcome.ok) process.exitCode = 1;
  });
}
