import { useState } from "react";
import { call } from "#client/call.ts";
import type { MailList } from "#notifications";
import { Switch } from "#ui/check.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { CHANNELS, type Channel, isAlways } from "../rules.ts";

const NAMES: Record<Channel, { text: string }> = {
  mail: { text: "By email" },
  page: { text: "Here" },
  push: { text: "Push alert" },
  text: { text: "Text" },
};

/** What a member is told of, and where. What the account's safety needs is told by mail and here, whatever is set. */
export function ChannelTable({ lists, hasTexts }: { lists: readonly MailList[]; hasTexts: boolean }) {
  const t = useText();
  const language = useLanguage();
  const { failure, run } = useCall();
  const [shown, setShown] = useState(lists);
  const put = (list: MailList["list"], channel: Channel, on: boolean) =>
    setShown((kept) => kept.map((one) => (one.list === list ? { ...one, [channel]: on } : one)));
  async function change(list: MailList["list"], channel: Channel, on: boolean) {
    put(list, channel, on);
    const ok = await run(() => call(`/api/account/notifications/${list}/${channel}`, { method: "PUT", json: { on } }));
    if (!ok) put(list, channel, !on);
  }
  const nameOf = (one: MailList) =>
    one.list === "account" ? t("Your account, its safety, your membership") : capital(one[language]);
  return (
    <Setting id="choices" title={t("What we tell you, and where")} lead={t("Changes apply from the next notice.")}>
      <FormFailure failure={failure} fields={[]} />
      <table className="choices">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t("Topic")}</span>
            </th>
            {CHANNELS.map((channel) => (
              <th scope="col" key={channel}>
                {t(NAMES[channel].text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.list}>
              <th scope="row">
                {nameOf(one)}
                {one.list === "account" && (
                  <span className="small muted block font-normal">
                    {t("Emails and notices here are always on: the law or the safety of your money requires them.")}
                  </span>
                )}
              </th>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  <span className="choice-name" aria-hidden="true">
                    {t(NAMES[channel].text)}
                  </span>
                  {isAlways(one.list, channel) ? (
                    <span className="small faint">{t("Always")}</span>
                  ) : (
                    <Switch
                      plain
                      checked={one[channel] && (channel !== "text" || hasTexts)}
                      disabled={channel === "text" && !hasTexts}
                      aria-describedby={channel === "text" && !hasTexts ? "texts-first" : undefined}
                      onChange={(event) => change(one.list, channel, event.currentTarget.checked)}
                    >
                      <span className="sr">{`${nameOf(one)}: ${t(NAMES[channel].text)}`}</span>
                    </Switch>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!hasTexts && (
        <p className="small muted mt-3" id="texts-first">
          {t("Texts start when you agree to them below.")}
        </p>
      )}
    </Setting>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
