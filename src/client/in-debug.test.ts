import { afterEach, expect, it, vi } from "vitest";
import { inDebug } from "./in-debug.ts";

const at = (href: string) => vi.stubGlobal("window", { location: new URL(href) });
afterEach(() => vi.unstubAllGlobals());

it("takes debug mode along where a page of it leads, as a path for pages of ours", () => {
  at("https://tuppence.example/login?to=%2Fa&debug=true");
  expect(inDebug("/account/profile?lang=es#name")).toBe("/account/profile?lang=es&debug=true#name");
  expect(inDebug("https://partner.example/x?y=1")).toBe("https://partner.example/x?y=1&debug=true");
  at("https://tuppence.example/login?debug=trueish");
  expect(inDebug("/account/profile?lang=es#name")).toBe("/account/profile?lang=es#name");
  expect(inDebug("https://partner.example/x?to=https://tuppence.example/")).toBe(
    "https://partner.example/x?to=https://tuppence.example/",
  );
});
