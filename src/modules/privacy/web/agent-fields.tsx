/** What somebody fills in who asks for somebody else: for whom, who they are, and what allows them to. Shown by one tick, without script too. */
import { Check, RadioCard } from "#ui/check.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { MAX_AGENT_NAME, PERMISSION_WORDS } from "../messages.ts";
import { PERMISSIONS, type Permission } from "../privacy.types.ts";

type Values = { email: string; agent: { name: string; email: string; permission: string } | null };

const NOTES: Readonly<Record<Permission, { text: string }>> = {
  signed: { text: "We ask the person to confirm it; a no to sharing takes effect at once" },
  attorney: { text: "Send us a copy by replying to our email; a person looks at it" },
};

export function AgentFields({
  values,
  errorOf,
}: {
  /** As they were sent, when something of them has to be mended. */
  values: Values | undefined;
  errorOf: (name: string) => string | undefined;
}) {
  const t = useText();
  const language = useLanguage();
  const agent = values?.agent ?? null;
  return (
    <>
      <Check name="for_other" value="1" id="for-other" defaultChecked={agent !== null}>
        {t("I'm asking for someone else")}
      </Check>
      <div className="hidden group-has-[#for-other:checked]/r:block">
        <div className="grid [--gap:1.125rem]">
          <EmailField
            label={t("The person's email")}
            name="their_email"
            autoComplete="off"
            hint={t("We write there what you ask and who you are. You don't learn whether we know them.")}
            defaultValue={agent ? values?.email : ""}
            error={errorOf("their_email")}
          />
          <Field
            label={t("Your name or firm")}
            name="agent_name"
            autoComplete="name"
            maxLength={MAX_AGENT_NAME}
            defaultValue={agent?.name}
            error={errorOf("agent_name")}
          />
          <EmailField
            label={t("Your own email")}
            name="agent_email"
            defaultValue={agent?.email}
            error={errorOf("agent_email")}
          />
          <fieldset aria-describedby={errorOf("permission") === undefined ? undefined : "permission-error"}>
            <legend className="mb-3 p-0 font-semibold">{t("What allows you to ask?")}</legend>
            <div className="grid [--gap:.625rem]">
              {PERMISSIONS.map((permission) => (
                <RadioCard
                  key={permission}
                  name="permission"
                  value={permission}
                  defaultChecked={agent?.permission === permission}
                  aria-invalid={errorOf("permission") === undefined ? undefined : true}
                  note={t(NOTES[permission].text)}
                >
                  <b>{PERMISSION_WORDS[permission][language]}</b>
                </RadioCard>
              ))}
            </div>
            {errorOf("permission") !== undefined && (
              <div className="field has-error mt-2">
                <FieldError id="permission-error">{errorOf("permission")}</FieldError>
              </div>
            )}
          </fieldset>
        </div>
      </div>
    </>
  );
}
