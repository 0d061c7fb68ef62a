/**
 * A dialog costs nothing before it opens: its window, and Base UI with it, are loaded when `open` first turns true. Call
 * `preloadDialog` when a pointer or the focus comes near the button.
 */
import { lazy, type ReactNode, Suspense } from "react";

const loadWindow = () => import("./dialog-window.tsx");
const DialogWindow = lazy(loadWindow);

export const preloadDialog = (): void => void loadWindow();

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Above the title: the store's tile and name. */
  lead?: ReactNode;
  /** 440, 512 or 640 px; `small` is the narrower window with smaller text for long descriptions. */
  size?: "sm" | "md" | "lg" | "small";
  /** Hidden only where a referral code is set and the referral system asks for it; a decline button stays then. */
  closable?: boolean;
  children: ReactNode;
};

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
