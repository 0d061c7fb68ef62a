import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { SessionView } from "../../sessions.ts";

const ICONS = { phone: "smartphone", tablet: "smartphone", computer: "monitor" } as const;

export function SessionsSetting({ sessions, onChanged }: { sessions: SessionView[]; onChanged: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { busy, failure, run } = useCall();
  const end = async (which: string) => {
    await run(() => call(`/api/account/sessions/${which}`, { method: "DELETE" }));
    onChanged();
  };
  return (
    <Setting
      id="sessions"
      title={t("Where you're signed in")}
      lead={t("Log out of anything you don't recognize, then change your password.")}
    >
      <FormFailure failure={failure} fields={[]} />
      <ul className="divide-y divide-[var(--tp-rule)]">
        {sessions.map((session) => (
          <li key={session.session_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Icon name={ICONS[session.kind]} />
            <div className="min-w-0 flex-1">
              <b className="block">{session.device[language]}</b>
              <span className="small muted">
                {session.address}
                {session.country && `, ${session.country}`}
                {" · "}
                {session.current ? (
                  t("this device")
                ) : (
                  <>
                    {t("last used")} <DateText value={session.last_used_at} style="datetime" />
                  </>
                )}
              </span>
            </div>
            {!session.current && (
              <Button
                size="sm"
                disabled={busy}
                aria-label={t("Log out of {{device}}", { device: session.device[language] })}
                onClick={() => end(session.session_id)}
              >
                {t("Log out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-4">
          <Button disabled={busy} onClick={() => end("others")}>
            {t("Log out everywhere else")}
          </Button>
        </div>
      )}
    </Setting>
  );
}
