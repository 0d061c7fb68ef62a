import type { ComponentProps, ReactNode } from "react";
import { FieldError, FieldLabel, useFieldIds } from "./field.tsx";

export type Option = { value: string; text: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<"select">, "id" | "children"> & {
  label: ReactNode;
  options: readonly Option[];
  hint?: ReactNode;
  error?: string | undefined;
  id?: string;
  /** Label and control on one line, for "Sort by". */
  inline?: boolean;
};

/** The browser's own list: it is right on every phone, by keyboard and without script. */
export function Select({ label, options, hint, error, id: given, inline = false, ...select }: SelectProps) {
  const { id, control } = useFieldIds(given, hint !== undefined, error !== undefined);
  const list = (
    <select className={inline ? "select input-sm select-inline min-w-0" : "select"} {...control} {...select}>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.text}
        </option>
      ))}
    </select>
  );
  if (inline) {
    return (
      <div className="row max-w-full">
        <label className="small muted nowrap" htmlFor={id}>
          {label}
        </label>
        {list}
      </div>
    );
  }
  return (
    <div className={error === undefined ? "field" : "field has-error"}>
      <FieldLabel id={id} label={label} />
      {list}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
