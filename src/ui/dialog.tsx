/**
 * A dialog costs nothing before it opens: its window, and Base UI with it, are loaded when `open` first turns true. Call
 * `preloadDialog` when a pointer or the focus comes near the button.
 */
import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-window.tsx";

const loadWindow = () => import("./dialog-window.tsx");
const DialogWindow = lazy(loadWindow);

export const preloadDialog = (): void => void loadWindow();

/** Texts over 300 characters use the smaller popup (SPEC §9). */
const SMALL_POPUP_CHARACTERS = 300;
export const dialogSizeFor = (text: string): "md" | "small" => (text.length > SMALL_POPUP_CHARACTERS ? "small" : "md");

export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
