/** What every verb of promises is given. */
import type { Benefits } from "#benefits";
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Payouts } from "#payouts";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";

export type PromisesContext = {
  database: DatabaseHandle;
  clock: Clock;
  payouts: Pick<Payouts, "speed" | "paidOut">;
  cashback: Pick<Cashback, "record">;
  catalog: Pick<Catalog, "keepTracks">;
  benefits: Pick<Benefits, "answerDays">;
};
