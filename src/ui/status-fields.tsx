import { Button } from "./button.tsx";
import { EmailField } from "./email-field.tsx";
import { Field } from "./field.tsx";
import { useText } from "./text.tsx";

/** How something stands that was sent, for whoever has its mail: by the number and the address that are in it, and no sign-in. */
export function StatusFields({
  label,
  name,
  number = "",
  email = "",
  busy,
  primary = false,
}: {
  label: string;
  /** Under which the number is sent. */
  name: string;
  /** As they were typed. */
  number?: string | undefined;
  email?: string | undefined;
  busy: boolean;
  /** Whether nothing else on the page is asked first. */
  primary?: boolean;
}) {
  const t = useText();
  return (
    <>
      <Field
        label={label}
        name={name}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        hint={t("Eight letters and numbers.")}
        defaultValue={number}
      />
      <EmailField defaultValue={email} />
      <div>
        <Button type="submit" {...(primary && { look: "primary" as const })} busy={busy} busyText={t("Looking")}>
          {t("See how it stands")}
        </Button>
      </div>
    </>
  );
}
