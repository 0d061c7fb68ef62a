import { lazy, Suspense } from "react";
import type { DrawerProps } from "./dialog-window.tsx";

const loadWindow = () => import("./dialog-window.tsx").then((module) => ({ default: module.DrawerWindow }));
const DrawerWindow = lazy(loadWindow);

export const preloadDrawer = (): void => void loadWindow();

/** A panel from the right edge: the menu on a phone, filters. Loaded when it first opens, like a dialog. */
export function Drawer({ open, ...rest }: DrawerProps) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DrawerWindow {...rest} />
    </Suspense>
  );
}
