/** The window of a dialog. Loaded lazily by dialog.tsx and drawer.tsx; nothing else imports it. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { useState } from "react";
import type { DialogProps } from "./dialog.tsx";
import type { DrawerProps } from "./drawer.tsx";
import { useHeldPage } from "./hold-page.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";

/** Stays open while the closing motion runs, then tells the owner. */
function useLeaving(onClose: () => void) {
  const [open, setOpen] = useState(true);
  const { hold, release } = useHeldPage();
  const root = {
    open,
    onOpenChange: (next: boolean) => {
      if (!next) release();
      setOpen(next);
    },
    onOpenChangeComplete: (next: boolean) => {
      if (!next) onClose();
    },
  };
  return { root, hold };
}

export default function DialogWindow({ onClose, title, lead, size = "md", closable = true, children }: DialogProps) {
  const t = useText();
  const { root, hold } = useLeaving(onClose);
  return (
    <Base.Root {...root}>
      <Base.Portal>
        <Base.Backdrop className="scrim-ground" />
        <Base.Viewport className="scrim-view">
          <Base.Popup className={`dialog dialog-${size}`} onFocus={hold}>
            {closable && (
              <Base.Close className="close" aria-label={t("Close")}>
                <Icon name="x" />
              </Base.Close>
            )}
            <div className="dialog-head">
              {lead === undefined ? (
                <Base.Title>{title}</Base.Title>
              ) : (
                <div className="row">
                  {lead}
                  <Base.Title>{title}</Base.Title>
                </div>
              )}
            </div>
            <div className="dialog-body">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DrawerWindow({ onClose, title, children }: Omit<DrawerProps, "open">) {
  const t = useText();
  const { root, hold } = useLeaving(onClose);
  return (
    <Base.Root {...root}>
      <Base.Portal>
        <Base.Backdrop className="scrim-ground" />
        <Base.Viewport className="drawer-view">
          <Base.Popup className="drawer" onFocus={hold}>
            <div className="drawer-head">
              <Base.Title>{title}</Base.Title>
              <Base.Close className="btn btn-quiet btn-icon" aria-label={t("Close")}>
                <Icon name="x" />
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
