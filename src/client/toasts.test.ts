import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closeToast, showToast } from "./toasts.ts";
import { currentViewer } from "./viewer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeToast();
  vi.useRealTimers();
});
const shown = () => currentViewer().toast?.text ?? null;

it("takes a success away after two seconds to the millisecond, and leaves an error", () => {
  showToast("good", "Saved");
  vi.advanceTimersByTime(1_999);
  expect(shown()).toBe("Saved");
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
  showToast("bad", "Not saved");
  vi.advanceTimersByTime(3_600_000);
  expect(shown()).toBe("Not saved");
});
