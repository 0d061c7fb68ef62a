import { afterEach, describe, expect, it, vi } from "vitest";
import { keepList, readList } from "./lists.ts";
import { changeViewer, currentViewer, emptyViewer, type ViewerUser } from "./viewer.ts";

const USER: ViewerUser = {
  user_id: "usr_1",
  name: "Rosa Delgado",
  initials: "RD",
  email: "rosa@example.com",
  is_verified: true,
  partner: "tuppence",
  subscribed: true,
  coin_onboarding: 1,
  created_at: "2027-03-10T19:42:00Z",
  sid: null,
  cid: null,
  subs: { tuppence: { active: false } },
  plus: { active: false },
  shipping: { active: false },
  login_token: "a.b.c",
  expires: "2028-03-09T19:42:00Z",
};

describe("the state of the session (SPEC §3)", () => {
  it("begins as the specification names it", () => {
    expect(currentViewer()).toMatchObject({
      info: null,
      authenticated: false,
      attribution: false,
      status: "loading",
      errors: [],
      default_pages: { login: "sm-login", register: "sm-register" },
      terms: { firefox: false, pii: false, stats: true, cookies: true },
      lists: {},
      showCodeForMerchantIds: new Set(),
      linked_accounts: null,
      rebate_address_updated: false,
    });
  });

  it("forgets who was signed in, and says why when something failed", () => {
    const member = { authenticated: true, status: "success", user: USER, favourites: new Set(["nike"]) } as const;
    changeViewer({ ...member, linked_accounts: [{ provider: "google" }] });
    emptyViewer(["no answer"]);
    expect(currentViewer()).toMatchObject({ authenticated: false, status: "error", errors: ["no answer"] });
    expect(currentViewer()).toMatchObject({ favourites: new Set(), linked_accounts: null });
    expect("user" in currentViewer()).toBe(false);
    emptyViewer();
    expect(currentViewer()).toMatchObject({ authenticated: false, status: "success", errors: [] });
  });
});

describe("lists", () => {
  afterEach(() => vi.restoreAllMocks());

  it("are fresh for five minutes from their first page, however far they are read meanwhile", () => {
    let ms = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => ms);
    keepList("coupons", ["one"], { page: 1, has_more: true });
    ms += 299_999;
    keepList("coupons", ["one", "two"], { page: 2, has_more: false });
    expect(readList("coupons")).toMatchObject({ data: ["one", "two"], page: 2, has_more: false });
    ms += 1;
    expect(readList("coupons")).toBeNull();
    keepList("coupons", ["three"], { page: 1, has_more: true });
    expect(readList("coupons")).toMatchObject({ data: ["three"], has_more: true });
    expect(readList("top_stores")).toBeNull();
  });
});
