import { useState } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";

/** A rough word for a new password; length counts most, as the hint says. The server has the last word. */
export function strengthOf(password: string): "" | "short" | "fair" | "good" | "strong" {
  if (password.length === 0) return "";
  if (password.length < 8) return "short";
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const points = password.length + kinds * 2;
  return points >= 22 ? "strong" : points >= 15 ? "good" : "fair";
}

const WORDS = { "": "", short: "Too short", fair: "Fair", good: "Good", strong: "Strong" } as const;

/** A password with show and hide. `fresh` is for choosing one: it explains what is good and says how strong it is. */
export function PasswordField({
  fresh = false,
  hint,
  ...rest
}: Omit<FieldProps, "type" | "suffix" | "icon"> & { fresh?: boolean }) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [strength, setStrength] = useState<ReturnType<typeof strengthOf>>("");
  // An error says what the advice says: beside it stands how strong the new one is, and nothing twice.
  const wrong = rest.error !== undefined;
  const advice =
    fresh && (!wrong || strength) ? (
      <>
        {!wrong && `${t("At least 8 characters. Several words are best.")} `}
        <b aria-live="polite">{strength && t(WORDS[strength])}</b>
      </>
    ) : undefined;
  return (
    <Field
      type={shown ? "text" : "password"}
      autoComplete={fresh ? "new-password" : "current-password"}
      className="input-password"
      spellCheck={false}
      autoCapitalize="none"
      {...((hint ?? advice) !== undefined && { hint: hint ?? advice })}
      {...(fresh && { onInput: (event) => setStrength(strengthOf(event.currentTarget.value)) })}
      {...rest}
      suffix={
        <button
          type="button"
          className="btn btn-quiet btn-icon btn-sm suffix needs-script"
          aria-label={shown ? t("Hide password") : t("Show password")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      }
    />
  );
}
