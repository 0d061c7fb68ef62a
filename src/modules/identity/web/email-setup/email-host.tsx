/**
 * SPEC §4 "Email setup". Stands once, in the root: after a sign-in that brought no address it asks for one, and pages
 * that need one ask by `openEmailSetup`. The dialog is loaded when it first opens.
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { useViewer } from "#client/viewer.ts";
import { withTexts } from "#ui/text.tsx";

const LATER = "email_setup_later";
const OPEN = "tuppence:email-setup";

const EmailDialog = lazy(() => withTexts(import("./email-dialog.tsx")));

export const openEmailSetup = (): void => void window.dispatchEvent(new Event(OPEN));

export function EmailHost() {
  const { authenticated, user, auth } = useViewer();
  const [open, setOpen] = useState(false);
  const nameless = authenticated && user?.email === null;
  useEffect(() => {
    // Facebook hangs this to every address that it sends people back to.
    if (window.location.hash === "#_=_")
      window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    const show = () => setOpen(true);
    window.addEventListener(OPEN, show);
    return () => window.removeEventListener(OPEN, show);
  }, []);
  useEffect(() => {
    // Asked once a visit: who said "later" is not asked on every page.
    if (nameless && !auth && !sessionStorage.getItem(LATER)) setOpen(true);
  }, [nameless, auth]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <EmailDialog
        onClose={() => {
          sessionStorage.setItem(LATER, "1");
          setOpen(false);
        }}
      />
    </Suspense>
  );
}
