import { Field, type FieldProps } from "./field.tsx";
import { useText } from "./text.tsx";

/** An address, with the keyboard and the fill-in that fit. `login`: the address of an account, as password managers keep it. */
export function EmailField({
  login = false,
  label,
  ...rest
}: Omit<FieldProps, "type" | "label"> & { login?: boolean; label?: string }) {
  const t = useText();
  return (
    <Field
      label={label ?? t("Email")}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={login ? "username" : "email"}
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
    />
  );
}
