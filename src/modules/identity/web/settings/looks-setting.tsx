import { call } from "#client/call.ts";
import { Switch } from "#ui/check.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** Whether those who help may see the pages as this member sees them. */
export function LooksSetting({ allowed, onChanged }: { allowed: boolean; onChanged: () => void }) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const set = async (on: boolean) => {
    await run(() => call("/api/account/looks", { method: "PUT", json: { on } }));
    onChanged();
  };
  return (
    <Setting
      id="looks"
      title={t("Let our support see your pages")}
      lead={t(
        "When you ask us for help, we see your passbook and membership as you do. We can't change anything there, and your activity says when we looked.",
      )}
    >
      <FormFailure failure={failure} fields={[]} />
      <Switch checked={allowed} disabled={busy} onChange={(event) => set(event.currentTarget.checked)}>
        {t("Support may look")}
      </Switch>
    </Setting>
  );
}
