/** What the page guessed of its reader before any script ran is put right when it knows (decision 0098). */
import { afterEach, expect, it, vi } from "vitest";
import { readCookie } from "./cookies.ts";
import { arrivalOf, keep, startViewer } from "./session.ts";
import { changeViewer, currentViewer, emptyViewer, type ViewerUser } from "./viewer.ts";

// Files of one worker share what they import: the viewer is left as it was found.
const found = currentViewer();
afterEach(() => {
  vi.unstubAllGlobals();
  emptyViewer();
  changeViewer(found);
});

it("takes the mark of a member away where the cookie that set it is nobody's sign-in", () => {
  const kept = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const root = { dataset: { reader: "member" } as { reader?: string } };
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("sessionStorage", kept);
  // One that is empty stands before another's, as after a sign-out whose other name stayed; and one of another house.
  vi.stubGlobal("document", {
    cookie: "tp_token=; tp_token_local=a.b.c; tp_token_stage=a.b.c",
    documentElement: root,
    addEventListener: () => {},
  });
  vi.stubGlobal("window", { location: { search: "", pathname: "/" }, addEventListener: () => {} });
  startViewer();
  expect(currentViewer()).toMatchObject({ authenticated: false, status: "success" });
  expect(root.dataset.reader).toBeUndefined();
});

it("tells a registration and a sign-in of a moment ago, and nothing where a browser forgot what it kept", () => {
  const left = (ms: number) => ({ success: true, user: { expires: new Date(ms).toISOString() } as ViewerUser });
  const year = 365 * 86_400_000;
  expect(arrivalOf({ ...left(year), recently_created: true }, 0)).toBe("register");
  expect(arrivalOf(left(year), 60_000)).toBe("login");
  expect(arrivalOf(left(year), 86_400_000)).toBeNull();
});

it("reads a cookie that is no text as it stands, as the server does: a page must not fall over what a sister host left", () => {
  vi.stubGlobal("document", { cookie: "tp_token=%E0%A4%A; lang=%65s" });
  expect([readCookie("tp_token"), readCookie("lang"), readCookie("partner")]).toEqual(["%E0%A4%A", "es", null]);
});

it("brings what it kept of its member up to date, so that an address confirmed elsewhere opens what waited for it", async () => {
  const kept = new Map<string, string>();
  const line = { active: false };
  const user = {
    ...{ user_id: "usr_1", name: "Ann", is_verified: false, subscribed: false, coin_onboarding: 0, subs: {} },
    ...{ plus: line, shipping: line, login_token: "a.b.c" },
  };
  kept.set("user", JSON.stringify(user));
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  vi.stubGlobal("localStorage", store);
  vi.stubGlobal("sessionStorage", { ...store, getItem: () => null });
  vi.stubGlobal("document", { cookie: "tp_token=a.b.c", documentElement: { dataset: {} }, addEventListener: () => {} });
  vi.stubGlobal("window", { location: { search: "", pathname: "/" }, addEventListener: () => {} });
  const standing = {
    ...{ is_verified: true, coin_onboarding: 1, subscribed: true },
    ...{ subs: { standard: { active: true } }, plus: { active: true }, shipping: line },
  };
  const balances = { available_minor: "0", pending_minor: "75", coins: "0" };
  const linked_accounts = [{ provider: "google" }];
  const summary = { balances, favourites: ["otter-lane"], unread: 2, linked_accounts, standing };
  vi.stubGlobal("fetch", async () => Response.json(summary));
  keep(JSON.parse(kept.get("user") ?? ""));
  expect(currentViewer().user?.is_verified, "as it was kept").toBe(false);
  await vi.waitFor(() => expect(currentViewer().user?.is_verified).toBe(true));
  expect(currentViewer()).toMatchObject({
    unread: 2,
    balances,
    linked_accounts,
    user: { name: "Ann", plus: { active: true } },
  });
  expect(JSON.parse(kept.get("user") ?? ""), "for the next page too").toEqual({ ...user, ...standing });

  // An answer about somebody else that comes late changes nobody.
  const late = Promise.withResolvers<Response>();
  const other = { ...user, login_token: "d.e.f" };
  vi.stubGlobal("fetch", () => late.promise);
  keep({ ...other, user_id: "usr_2" } as never);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("cut")));
  keep({ ...other, user_id: "usr_3" } as never);
  late.resolve(Response.json({ ...summary, unread: 7 }));
  await vi.waitFor(() => expect(currentViewer().unread).toBe(7));
  expect(currentViewer().user).toMatchObject({ user_id: "usr_3", is_verified: false });
});
