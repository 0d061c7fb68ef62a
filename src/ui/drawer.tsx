import { lazy, type ReactNode, Suspense } from "react";

const loadWindow = () => import("./dialog-window.tsx").then((module) => ({ default: module.DrawerWindow }));
const DrawerWindow = lazy(loadWindow);

export const preloadDrawer = (): void => void loadWindow();

export type DrawerProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode };

/** A panel from the right edge: the menu on a phone, filters. Loaded when it first opens, like a dialog. */
export function Drawer({ open, ...rest }: DrawerProps) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DrawerWindow {...rest} />
    </Suspense>
  );
}
