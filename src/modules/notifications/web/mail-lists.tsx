import { useState } from "react";
import { call } from "#client/call.ts";
import type { MailList } from "#notifications";
import { Switch } from "#ui/check.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** Which mails a member gets. Those about the account's safety always come. */
export function MailLists({ lists }: { lists: MailList[] }) {
  const t = useText();
  const language = useLanguage();
  const { failure, run } = useCall();
  const [on, setOn] = useState(() => new Map(lists.map((each) => [each.list, each.on])));
  async function change(list: MailList["list"], wanted: boolean) {
    setOn((kept) => new Map(kept).set(list, wanted));
    const ok = await run(() => call(`/api/account/mails/${list}`, { method: "PUT", json: { on: wanted } }));
    if (!ok) setOn((kept) => new Map(kept).set(list, !wanted));
  }
  return (
    <Setting id="mails" title={t("Emails")} lead={t("You always get emails about your account's security.")}>
      <FormFailure failure={failure} fields={[]} />
      <div className="grid [--gap:0.25rem]">
        {lists.map((each) => (
          <Switch
            key={each.list}
            checked={on.get(each.list) ?? each.on}
            onChange={(event) => change(each.list, event.currentTarget.checked)}
          >
            {t("Emails about {{subject}}", { subject: each[language] })}
          </Switch>
        ))}
      </div>
    </Setting>
  );
}
