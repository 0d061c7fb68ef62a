import { describe, expect, it } from "vitest";
import { browserOf } from "#client/extension.ts";
import { promptFor } from "./prompt-rules.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const now = {
  has_extension: true,
  installed: false,
  browser: "chrome" as const,
  width: 1_440,
  path: "/",
  dismissed: null,
  noes: 0,
};

describe("the extension's prompts (SPEC §4, §9)", () => {
  it("know the browsers that have a store of ours", () => {
    expect(browserOf(CHROME)).toBe("chrome");
    expect(browserOf(`${CHROME} Edg/140.0`)).toBe("edge");
    expect(browserOf(`${CHROME} OPR/120.0`)).toBeNull();
    expect(browserOf("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0")).toBe("firefox");
    expect(browserOf("Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36")).toBeNull();
    expect(browserOf("Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15")).toBeNull();
  });
  it("come first, then once more, then never", () => {
    expect(promptFor(now)).toBe("first");
    expect(promptFor({ ...now, noes: 1 })).toBe("second");
    expect(promptFor({ ...now, noes: 2 })).toBeNull();
  });
  it("hold the second back from narrow windows and from Edge, the first from neither", () => {
    expect(promptFor({ ...now, noes: 1, width: 1_000 })).toBeNull();
    expect(promptFor({ ...now, noes: 1, width: 1_001 })).toBe("second");
    expect(promptFor({ ...now, noes: 1, browser: "edge" })).toBeNull();
    expect(promptFor({ ...now, width: 900, browser: "edge" })).toBe("first");
  });
  it.each([
    { installed: true },
    { has_extension: false },
    { browser: null },
    { dismissed: "1" },
    { dismissed: "2" },
    { dismissed: "" },
  ])("do not come with %j", (change) => expect(promptFor({ ...now, ...change })).toBeNull());
  it.each([
    "/login",
    "/register",
    "/nike-coupons/redirecting",
    "/account/withdrawal",
    "/spl/spt/5",
    "/login-full-page",
    "/account/onboarding",
    "/mobile/dashboard",
  ])("do not come at %s", (path) => expect(promptFor({ ...now, path })).toBeNull());
  it.each(["/nike-coupons", "/stores/shoes", "/refer", "/account/referrals", "/a-product"])("may come at %s", (path) =>
    expect(promptFor({ ...now, path })).toBe("first"),
  );
});
