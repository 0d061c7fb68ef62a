import { afterEach, expect, it, vi } from "vitest";
import { loadWithEffects } from "../../../../test/support/with-effects.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("leads on after a second to the millisecond", async () => {
  const { default: Redirecting, draw } = await loadWithEffects(() => import("../web/redirecting.tsx"));
  const replace = vi.fn();
  vi.stubGlobal("window", { location: { replace } });
  vi.stubGlobal("localStorage", { setItem: () => {} });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const store = { name: "Otter Lane", logo_url: null };
  const loaderData = {
    go: "/go/otter",
    merchant: "otter",
    offer_id: null,
    store,
    rate: null,
    cash_back: false,
  } as const;
  draw(Redirecting, { loaderData });
  vi.advanceTimersByTime(999);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(replace).toHaveBeenCalledExactlyOnceWith("/go/otter");
});
