import { closeToast } from "#client/toasts.ts";
import { useViewer } from "#client/viewer.ts";
import { useText } from "#ui/text.tsx";
import { ToastView } from "#ui/toast.tsx";

/**
 * The message at the foot of the window, from `showToast`. Success goes after 2 seconds, an error stays until it is
 * closed (SPEC "Texts"). Stands once, in the frame; both regions are there from the start, or screen readers would miss the
 * first message. A toast is never the only place where a fact stands.
 */
export function Toasts() {
  const t = useText();
  const toast = useViewer((viewer) => viewer.toast);
  return (
    <div className="toasts">
      <div role="status">{toast?.kind === "good" && <ToastView key={toast.id} text={toast.text} />}</div>
      <div role="alert">
        {toast?.kind === "bad" && (
          <ToastView key={toast.id} bad text={toast.text} closeText={t("Close")} onClose={closeToast} />
        )}
      </div>
    </div>
  );
}
