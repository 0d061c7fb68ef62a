import { expect, it } from "vitest";
import { tuppence } from "../../../brands/tuppence.ts";
import { createAppIcons, ICONS } from "../app-icons.ts";

it("an icon that could not be drawn is drawn by who asks next, and kept then", async () => {
  const colors = [{ paper: "#FFF", cover: "no color" }];
  const icons = createAppIcons(() => colors.shift() ?? { paper: "#FFF", cover: "#123456" });
  const icon = ICONS.find(({ purpose }) => purpose === "maskable");
  if (!icon) throw new Error("no icon of that purpose");
  await expect(icons.draw(tuppence, icon)).rejects.toThrow();
  const drawn = await icons.draw(tuppence, icon);
  expect(drawn.subarray(1, 4).toString()).toBe("PNG");
  expect(await icons.draw(tuppence, icon)).toBe(drawn);
});
