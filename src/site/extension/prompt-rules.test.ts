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
  member: false,
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
  it("come first without the cookie, then once more while it is 1, then never", () => {
    expect(promptFor(now)).toBe("first");
    expect(promptFor({ ...now, dismissed: "1", noes: 1 })).toBe("second");
    expect(promptFor({ ...now, dismissed: "2", noes: 1 })).toBeNull();
    expect(promptFor({ ...now, noes: 1 }), "its days are over").toBe("first");
    expect(promptFor({ ...now, noes: 2 })).toBeNull();
    expect(promptFor({ ...now, dismissed: "1", noes: 2 })).toBeNull();
  });
  it.each([null, "1"])("come to wide windows of Chrome and Firefox alone, with the cookie %s", (dismissed) => {
    expect(promptFor({ ...now, dismissed, width: 1_000 })).toBeNull();
    expect(promptFor({ ...now, dismissed, width: 1_001 })).not.toBeNull();
    expect(promptFor({ ...now, dismissed, browser: "firefox" })).not.toBeNull();
    expect(promptFor({ ...now, dismissed, browser: "edge" })).toBeNull();
  });
  it.each([
    { member: true },
    { path: "/account/purchase-history" },
    { installed: true },
    { has_extension: false },
    { browser: null },
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
