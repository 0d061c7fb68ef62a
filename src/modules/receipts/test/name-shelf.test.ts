/** Stores are known by the catalog's names and by those that other modules tell, and the catalog's say which of ours they are. */
import { expect, it } from "vitest";
import type { Catalog } from "#catalog";
import { createNameShelf } from "../name-shelf.ts";

it("the catalog's names and told ones are one book, asked for anew when a module tells more", async () => {
  let asked = 0;
  const merchantList = async () => {
    asked += 1;
    return [{ letter: "D", stores: [{ internal_name: "doordash", name: "DoorDash", rate: { kind: "none" } }] }];
  };
  // Of the catalog only its list of stores is asked.
  const catalog = { under: () => ({ merchantList }) } as unknown as Pick<Catalog, "under">;
  const shelf = createNameShelf({ catalog });
  expect([...(await shelf.book()).byLetters.keys()]).toEqual(["doordash"]);
  await shelf.book();
  expect(asked).toBe(1);
  shelf.register(() => [
    { name: "Door Dash", internal_name: null },
    { name: "Menulog", internal_name: null },
  ]);
  const { byLetters } = await shelf.book();
  expect(byLetters.get("doordash")).toEqual({ name: "DoorDash", internal_name: "doordash" });
  expect(byLetters.get("menulog")).toEqual({ name: "Menulog", internal_name: null });
  expect(asked).toBe(2);
});
