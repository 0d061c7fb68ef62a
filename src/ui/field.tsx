import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { useText } from "./text.tsx";

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do. Shown under the field, and read with it. */
  error?: string | undefined;
  /** Says "optional" beside the label. */
  optional?: boolean;
  icon?: IconName;
  /** A link or a word at the end of the label's line ("Forgot it?"). */
  aside?: ReactNode;
  /** A control inside the field, at its end. */
  suffix?: ReactNode;
  id?: string;
};

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon name="circle-alert" size="sm" />
      <span>{children}</span>
    </p>
  );
}

/** Ids and the attributes that tie a control to its hint and its error. */
export function useFieldIds(given: string | undefined, hint: boolean, error: boolean) {
  const made = useId();
  const id = given ?? made;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { id, control: { id, "aria-invalid": error || undefined, "aria-describedby": described || undefined } };
}

export function FieldLabel({
  id,
  label,
  optional,
  aside,
}: {
  id: string;
  label: ReactNode;
  optional?: boolean | undefined;
  aside?: ReactNode;
}) {
  const t = useText();
  const words = (
    <label htmlFor={id}>
      {label}
      {optional && <span className="opt"> {t("optional")}</span>}
    </label>
  );
  if (!aside) return words;
  return (
    <span className="field-top">
      {words}
      {aside}
    </span>
  );
}

/** Label above, hint or error below. Values are uncontrolled by default, so nothing typed is lost when a call fails. */
export function Field({
  label,
  hint,
  error,
  optional,
  icon,
  aside,
  suffix,
  id: given,
  className,
  ...input
}: FieldProps) {
  const { id, control } = useFieldIds(given, hint !== undefined, error !== undefined);
  return (
    <div className={error === undefined ? "field" : "field has-error"}>
      <FieldLabel id={id} label={label} optional={optional} aside={aside} />
      <div className="input-group">
        {icon && <Icon name={icon} />}
        <input className={`input${className ? ` ${className}` : ""}`} {...control} {...input} />
        {suffix}
      </div>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  id: given,
  ...area
}: Omit<ComponentProps<"textarea">, "id"> & Pick<FieldProps, "label" | "hint" | "error" | "optional" | "id">) {
  const { id, control } = useFieldIds(given, hint !== undefined, error !== undefined);
  return (
    <div className={error === undefined ? "field" : "field has-error"}>
      <FieldLabel id={id} label={label} optional={optional} />
      <textarea className="input" {...control} {...area} />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
