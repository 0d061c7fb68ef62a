import { describe, expect, it } from "vitest";
import { backFrom, onboardingIsDue } from "./onboarding-rules.ts";

const now = Date.parse("2027-03-10T12:00:00Z");
const user = { coin_onboarding: 0, created_at: "2027-03-10T09:00:00Z" };
const nothing = { available_minor: "0", pending_minor: "0" };
const none = { to_app: null, completed: null };

describe("the onboarding redirect (SPEC §2)", () => {
  it.each(["/", "/stores", "/stores/clothing", "/spstores", "/offers", "/offers/app", "/surveys", "/nike-coupons"])(
    "takes a new member away from %s",
    (path) => expect(onboardingIsDue(user, nothing, path, now, none)).toBe(true),
  );
  it.each([
    "/account/onboarding",
    "/account/purchase-history",
    "/nike-coupons/redirecting",
    "/storesandmore",
    "/login",
    "/msg/welcome",
    "/p/x-coupons/1",
  ])("leaves one who is at %s alone", (path) => expect(onboardingIsDue(user, nothing, path, now, none)).toBe(false));
  it("asks for all of its conditions", () => {
    expect(onboardingIsDue({ ...user, coin_onboarding: 1 }, nothing, "/", now, none)).toBe(false);
    expect(onboardingIsDue({ ...user, created_at: "2027-03-09T11:59:00Z" }, nothing, "/", now, none)).toBe(false);
    expect(onboardingIsDue(user, nothing, "/", now, { ...none, to_app: "1" })).toBe(false);
    expect(onboardingIsDue(user, nothing, "/", now, { ...none, completed: "1" })).toBe(false);
  });
  it("leaves alone who has money on the way", () => {
    expect(onboardingIsDue(user, { ...nothing, pending_minor: "7549" }, "/", now, none)).toBe(false);
    expect(onboardingIsDue(user, { ...nothing, available_minor: "1" }, "/", now, none)).toBe(false);
  });
  it("leads back to the page it took somebody away from, and nowhere else", () => {
    expect(backFrom("/stores/clothing?sort=new")).toBe("/stores/clothing?sort=new");
    for (const other of ["//evil.example", "https://evil.example", "/account/onboarding", null, ""])
      expect(backFrom(other)).toBe("/");
  });
});
