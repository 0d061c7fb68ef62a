import { describe, expect, it } from "vitest";
import { backFrom, onboardingIsDue } from "./onboarding-rules.ts";

const now = Date.parse("2027-03-10T12:00:00Z");
const user = { user_id: "usr_new", coin_onboarding: 0, created_at: "2027-03-10T09:00:00Z" };
const none = { to_app: null, completed: null };

describe("the onboarding redirect (SPEC §2)", () => {
  it.each(["/", "/stores", "/stores/clothing", "/spstores", "/offers", "/offers/app", "/surveys", "/nike-coupons"])(
    "takes a new member away from %s",
    (path) => expect(onboardingIsDue(user, path, now, none)).toBe(true),
  );
  it.each([
    "/account/onboarding",
    "/account/purchase-history",
    "/nike-coupons/redirecting",
    "/storesandmore",
    "/login",
    "/msg/welcome",
    "/p/x-coupons/1",
  ])("leaves one who is at %s alone", (path) => expect(onboardingIsDue(user, path, now, none)).toBe(false));
  it("asks for all of its conditions", () => {
    expect(onboardingIsDue({ ...user, coin_onboarding: 1 }, "/", now, none)).toBe(false);
    expect(onboardingIsDue({ ...user, created_at: "2027-03-09T11:59:00Z" }, "/", now, none)).toBe(false);
    expect(onboardingIsDue(user, "/", now, { ...none, to_app: "1" })).toBe(false);
    expect(onboardingIsDue(user, "/", now, { ...none, completed: "usr_new" })).toBe(false);
  });
  it("is not kept from a new member because somebody else took the first steps in this browser", () => {
    expect(onboardingIsDue(user, "/", now, { ...none, completed: "usr_other" })).toBe(true);
    // Until November 2026 the cookie named nobody; whose it was, the server knows by `coin_onboarding`.
    expect(onboardingIsDue(user, "/", now, { ...none, completed: "1" })).toBe(true);
  });
  it("leads back to the page it took somebody away from, and nowhere else", () => {
    expect(backFrom("/stores/clothing?sort=new")).toBe("/stores/clothing?sort=new");
    for (const other of ["//evil.example", "https://evil.example", "/account/onboarding", null, ""])
      expect(backFrom(other)).toBe("/");
  });
});
