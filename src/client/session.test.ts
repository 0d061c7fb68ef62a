/** What the page guessed of its reader before any script ran is put right when it knows (decision 0098). */
import { afterEach, expect, it, vi } from "vitest";
import { readCookie } from "./cookies.ts";
import { startViewer } from "./session.ts";
import { currentViewer } from "./viewer.ts";

afterEach(() => vi.unstubAllGlobals());

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

it("reads a cookie that is no text as it stands, as the server does: a page must not fall over what a sister host left", () => {
  vi.stubGlobal("document", { cookie: "tp_token=%E0%A4%A; lang=%65s" });
  expect([readCookie("tp_token"), readCookie("lang"), readCookie("partner")]).toEqual(["%E0%A4%A", "es", null]);
});
