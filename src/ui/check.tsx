import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

type Native = Omit<ComponentProps<"input">, "type" | "children">;

/** A tick with its sentence. Consents always start empty; the error stands under the box and is read with it. */
export function Check({ children, error, ...input }: Native & { children: ReactNode; error?: string | undefined }) {
  const id = useId();
  // The same elements with an error and without: a box that is drawn anew forgets its tick.
  return (
    <div className={error === undefined ? "contents" : "grid [--gap:.375rem]"}>
      <label className={error === undefined ? "check" : "check has-error"}>
        <input
          type="checkbox"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          {...input}
        />
        <span>{children}</span>
      </label>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

/** A choice among few, with its consequence at the end ("by Mar 13"). Arrows move between radios of one `name`. */
export function RadioCard({
  children,
  note,
  end,
  ...input
}: Native & { children: ReactNode; note?: ReactNode; end?: ReactNode }) {
  return (
    <label className="radio">
      <input type="radio" {...input} />
      <span>
        {children}
        {note !== undefined && <span className="small muted block">{note}</span>}
      </span>
      {end !== undefined && <span className="small muted">{end}</span>}
    </label>
  );
}

/** On or off at once, without a save button. `plain` puts the words right beside it. */
export function Switch({ children, plain = false, ...input }: Native & { children: ReactNode; plain?: boolean }) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is on.
  const knob = <input type="checkbox" role="switch" className="switch" {...input} />;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the knob inside.
    <label className={plain ? "switch-row is-plain" : "switch-row"}>
      {plain && knob}
      <span>{children}</span>
      {!plain && knob}
    </label>
  );
}
