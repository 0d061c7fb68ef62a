import { afterEach, expect, it, vi } from "vitest";
import { CachedLists } from "../cached-lists.ts";
import { listCategories, listProductCategories } from "../list-categories.ts";

afterEach(() => void vi.restoreAllMocks());

it.each([
  ["stores", listCategories],
  ["products", listProductCategories],
])("categories of %s are read again after 24 hours, and not a millisecond sooner", async (_, list) => {
  let ms = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => ms);
  const query = vi.fn(async () => ({ rows: [] }));
  const deps = { lists: new CachedLists(), database: { pool: { query } } } as never;
  await list(deps);
  ms += 86_400_000 - 1;
  await list(deps);
  expect(query).toHaveBeenCalledTimes(1);
  ms += 1;
  await list(deps);
  expect(query).toHaveBeenCalledTimes(2);
});
