import { Icon, type IconName } from "./icon.tsx";

/** One message at the foot of the window; when it comes and goes is decided by who shows it. */
export function ToastView({
  text,
  bad = false,
  icon,
  closeText,
  onClose,
}: {
  text: string;
  bad?: boolean;
  icon?: IconName;
  closeText?: string;
  onClose?: () => void;
}) {
  return (
    <div className={bad ? "toast toast-bad" : "toast"}>
      <Icon name={icon ?? (bad ? "circle-alert" : "check")} />
      <span>{text}</span>
      {onClose && (
        <button type="button" className="toast-close" aria-label={closeText} onClick={onClose}>
          <Icon name="x" size="sm" />
        </button>
      )}
    </div>
  );
}
