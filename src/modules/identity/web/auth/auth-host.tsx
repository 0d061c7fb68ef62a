/** Stands once, in the root. The dialog with its windows and fields is loaded when it first opens. */
import { type ComponentType, lazy, Suspense } from "react";
import { inDebug } from "#client/in-debug.ts";
import { type AuthPage, useViewer, type Waiting } from "#client/viewer.ts";
import { withTexts } from "#ui/text.tsx";

type DialogProps = { page: AuthPage; waiting: Waiting | null };

const AuthDialog = lazy<ComponentType<DialogProps>>(() =>
  withTexts(import("./auth-dialog.tsx")).catch(() => {
    // Without the dialog's file the pages of their own do the same.
    window.location.assign(inDebug("/login"));
    return { default: () => null };
  }),
);

export function AuthHost() {
  const auth = useViewer((viewer) => viewer.auth);
  if (!auth) return null;
  return (
    <Suspense fallback={null}>
      <AuthDialog page={auth.page} waiting={auth.waiting} />
    </Suspense>
  );
}
