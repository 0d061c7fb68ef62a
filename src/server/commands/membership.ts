/** `npm run membership -- cases|retry <id>|close <id>`: sums and refunds that only a person can settle. */
import { showUsd } from "#platform/money";
import { withServices } from "./with-services.ts";

const USAGE = `npm run membership -- cases | retry <id> | close <id>
  retry  asks the card processor anew
  close  lets a sum go (the member has the period for nothing), or says that a refund was settled another way`;

export async function run([what = "cases", id = ""]: string[]) {
  await withServices(async ({ membership }) => {
    if (what === "cases") {
      const cases = await membership.personCases();
      for (const one of cases)
        console.log(
          `${one.id}  ${one.kind} of ${showUsd(one.amount_minor)}  since ${one.since.toISOString()}: ${one.why}${one.payment_id ? ` (${one.payment_id})` : ""}`,
        );
      if (cases.length === 0) console.log("Nothing waits for a person.");
    } else if ((what === "retry" || what === "close") && /^[0-9a-f-]{36}$/.test(id))
      console.log((await membership.decideCase(id, what)) ? "Done." : "There is no such case.");
    else {
      console.error(USAGE);
      process.exitCode = 2;
    }
  });
}
