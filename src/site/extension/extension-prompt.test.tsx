import { afterEach, expect, it, vi } from "vitest";
import { loadWithEffects } from "../../../test/support/with-effects.ts";

afterEach(() => void vi.useRealTimers());

it("says for a second and a half that the extension is there already, to the millisecond", async () => {
  const { AlreadyInstalled, draw } = await loadWithEffects(() => import("./extension-prompt.tsx"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended = vi.fn();
  draw(AlreadyInstalled, { onEnd: ended });
  vi.advanceTimersByTime(1_499);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledTimes(1);
});
