/** The window of a dialog. Loaded lazily by dialog.tsx and drawer.tsx; nothing else imports it. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useState } from "react";
import { useHeldPage } from "./hold-page.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";

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

export type DrawerProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode };

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
