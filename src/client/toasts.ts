/** The message at the foot of the window. */
import { changeViewer, currentViewer } from "./viewer.ts";

let toasts = 0;
export function showToast(kind: "good" | "bad", text: string) {
  toasts += 1;
  const id = toasts;
  changeViewer({ toast: { kind, text, id } });
  // Success stays 2000 ms (SPEC §9); an error stays until it is closed.
  if (kind === "good") setTimeout(() => currentViewer().toast?.id === id && closeToast(), 2_000);
}
export const closeToast = () => changeViewer({ toast: null });
