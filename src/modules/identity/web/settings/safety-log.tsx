import { DateText } from "#ui/date.tsx";
import { Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import type { SafetyKind } from "../../link-store.ts";

const WORDS: Readonly<Record<SafetyKind, string>> = {
  registered: "Account opened",
  signed_in: "Signed in",
  signed_out: "Signed out",
  signed_out_elsewhere: "Signed out on another device",
  password_changed: "Password changed",
  password_reset: "Password set by a link",
  email_verified: "Email confirmed",
  email_change_asked: "Email change requested",
  email_changed: "Email changed",
  email_change_undone: "Email change undone",
  claimed: "Account claimed by the owner of its email",
  codes_wrong: "Wrong codes were tried",
  second_factor_added: "Second step added",
  second_factor_removed: "Second step removed",
  linked: "Sign-in with another service added",
  unlinked: "Sign-in with another service removed",
  merged: "Accounts merged",
  data_exported: "Data downloaded",
  account_deleted: "Account deleted",
  verified_by_hand: "Email confirmed by our support",
  unlocked: "Unlocked by our support",
  factor_reset: "Second step removed by our support",
  account_closed: "Account closed by us",
  account_restored: "Account opened again by us",
  looked_at: "Our support looked at your pages to help you",
  copy_taken: "Our support made a copy of your data",
};

export type SafetyLine = { id: string; kind: SafetyKind; device: string; address: string; at: string };

/** What happened to this account, newest first. */
export function SafetyLog({ lines }: { lines: SafetyLine[] }) {
  const t = useText();
  return (
    <Setting
      id="log"
      title={t("Account activity")}
      lead={t("Every sign-in and every change to your account's security.")}
    >
      <ol className="divide-y divide-[var(--tp-rule)]">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span>
              {t(WORDS[line.kind])}
              <span className="small muted block">{[line.device, line.address].filter(Boolean).join(", ")}</span>
            </span>
            <span className="small muted">
              <DateText value={line.at} style="datetime" />
            </span>
          </li>
        ))}
      </ol>
    </Setting>
  );
}
