/** Lists of surveys are remembered for half a minute; that they could not be read is not. */
import { expect, it, vi } from "vitest";
import { createSurveyLists } from "../read-surveys.ts";

it("asks again when its providers' rules could not be read", async () => {
  const ask = vi.fn(async () => Promise.reject(new Error("the database is away")));
  const lists = createSurveyLists({
    ...{ database: { db: { ask } }, clock: { now: () => new Date("2026-11-29T10:00:00Z") } },
    ...{ providers: new Map(), log: { warn: () => {} } },
  } as never);
  const reader = { user_id: "one", address: "", user_agent: "", country: "US", language: "en" } as const;
  await expect(lists.find(reader)).rejects.toThrow("away");
  ask.mockImplementation((async () => ({ rows: [], rowCount: 0 })) as never);
  expect(await lists.find(reader)).toEqual({ surveys: [], silent: [] });
});
