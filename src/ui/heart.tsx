import { Icon } from "./icon.tsx";

/**
 * Keeps a store. The state comes from the viewer store after hydration; without script nothing is promised, so the
 * button is hidden then. The label names the store; the pressed state says the rest.
 */
export function Heart({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button className="heart" type="button" aria-pressed={pressed} aria-label={label} onClick={onPress}>
      <Icon name="heart" size="sm" />
    </button>
  );
}
