import { expect, it } from "vitest";
import { cancelDeadline } from "../letters.ts";

it.each([
  ["2027-03-11T23:59", "Mar 11, 2027, 11:59 PM, local time there", "11 mar 2027, 11:59 p. m., hora local del lugar"],
  ["2027-03-11T00:05", "Mar 11, 2027, 12:05 AM, local time there", "11 mar 2027, 12:05 a. m., hora local del lugar"],
])("the last free minute %s reads as clocks do there", (until, en, es) => {
  const letter = cancelDeadline({
    ...{ name: "Hotel Sol", place: "Lima", reservation_number: "1", until, page: "hotel", twice: false },
  });
  const leadOf = (language: "en" | "es") =>
    letter.write(language, "https://tuppence.test").lead.replaceAll("\u00a0", " ");
  expect(leadOf("en")).toContain(`until ${en}.`);
  expect(leadOf("es")).toContain(`hasta el ${es}.`);
});
