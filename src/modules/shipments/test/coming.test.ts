import { expect, it } from "vitest";
import { comingOf } from "../read-pages.ts";
import type { ParcelState } from "../rules.ts";

it("what comes next stands first among what comes, what is overdue last, and what came or goes back is not among it", () => {
  const parcel = (state: ParcelState, estimate: string | null, more = {}) => ({
    ...{ state, estimate, expected_by: null, is_return: false },
    ...more,
  });
  const delivered = parcel("delivered", "2027-03-01");
  const late = parcel("late", "2027-03-05");
  const soon = parcel("moving", null, { expected_by: "2027-03-12" });
  const later = parcel("label", "2027-03-20");
  const unknown = parcel("waiting", null);
  const toTheStore = parcel("moving", "2027-03-11", { is_return: true });
  const others = [parcel("returning", "2027-03-02"), parcel("cancelled", "2027-03-03")];
  const coming = comingOf([delivered, late, unknown, later, toTheStore, soon, ...others]);
  expect(coming).toEqual([soon, later, unknown, late]);
});
