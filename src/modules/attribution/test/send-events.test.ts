import { afterEach, expect, it, vi } from "vitest";
import { signOut } from "#client/auth.ts";
import { track } from "#client/track.ts";
import { startSending, stopSending } from "../web/privacy/send-events.ts";

afterEach(() => {
  stopSending(() => {});
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("tells of a sign-out while it is known whose it is, and of the rest soon after it happened", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked: string[] = [];
  const none = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const hears = { addEventListener: () => {}, removeEventListener: () => {} };
  const location = { href: "https://tuppence.example/stores", search: "", assign: () => {} };
  vi.stubGlobal("localStorage", none);
  vi.stubGlobal("document", { ...hears, cookie: "", documentElement: { dataset: {} } });
  vi.stubGlobal("window", { ...hears, location });
  vi.stubGlobal("navigator", { sendBeacon: (to: string) => asked.push(to) > 0 });
  vi.stubGlobal("fetch", async (to: string) => {
    asked.push(to);
    return Response.json({ success: true });
  });
  startSending(() => {});
  track("search");
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(asked).toEqual(["/api/elk?action=search"]);
  await signOut("Successfully signed out!");
  vi.advanceTimersByTime(1_000);
  // The session is gone with the call: what came after it would be nobody's (SPEC §3).
  expect(asked.slice(1)).toEqual(["/api/elk?action=logout", "/api/logout"]);
});
