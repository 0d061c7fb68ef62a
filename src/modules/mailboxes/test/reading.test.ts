/** Order mails of many stores, in every layout and both languages, are read right. The seed is one that nothing was made for. */
import { expect, it } from "vitest";
import { judgeMails } from "./judge-mails.ts";

it("of 400 mails of more than 60 stores at least 95 of 100 facts are right", async () => {
  const { fields, right, stores, wrong } = await judgeMails(Number(process.env.MAIL_SEED ?? 771_000), 400);
  expect(stores).toBeGreaterThanOrEqual(60);
  expect(right / fields, wrong.slice(0, 60).join("\n")).toBeGreaterThanOrEqual(0.95);
});
