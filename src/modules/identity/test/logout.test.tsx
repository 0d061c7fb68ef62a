import { afterEach, expect, it, vi } from "vitest";
import { loadWithEffects } from "../../../../test/support/with-effects.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says that somebody is signed out for two seconds to the millisecond, and then leads on", async () => {
  const { default: Logout, draw } = await loadWithEffects(() => import("../web/logout.tsx"));
  const replace = vi.fn();
  vi.stubGlobal("window", { location: { replace, href: "https://tuppence.example/logout" } });
  vi.stubGlobal("localStorage", { removeItem: () => {} });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  draw(Logout, { loaderData: { to: "/bye" } });
  vi.advanceTimersByTime(1_999);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(replace).toHaveBeenCalledExactlyOnceWith("https://tuppence.example/bye");
});
