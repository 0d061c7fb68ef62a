import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import type { Preferences } from "#notifications";
import { RadioCard, Switch } from "#ui/check.tsx";
import { type Option, Select } from "#ui/select.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { readZone } from "#ui/zone.ts";

const FIELDS = ["zone", "quiet_until"] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Those that members of the United States live in; whoever lives elsewhere has the one of their device. */
const ZONES: readonly { zone: string; text: string }[] = [
  { zone: "America/New_York", text: "Eastern time" },
  { zone: "America/Chicago", text: "Central time" },
  { zone: "America/Denver", text: "Mountain time" },
  { zone: "America/Phoenix", text: "Arizona time" },
  { zone: "America/Los_Angeles", text: "Pacific time" },
  { zone: "America/Anchorage", text: "Alaska time" },
  { zone: "Pacific/Honolulu", text: "Hawaii time" },
  { zone: "America/Puerto_Rico", text: "Puerto Rico time" },
];
const DIGESTS: readonly { digest: Preferences["digest"]; text: string; note: string }[] = [
  { digest: "none", text: "When it happens", note: "One email for each thing." },
  { digest: "daily", text: "Once a day", note: "The rest comes in one email at 9:00 AM." },
  { digest: "weekly", text: "Once a week", note: "The rest comes in one email on Monday morning." },
];

/** `fallback`: the zone that counts until the member says theirs. */
export function WhenSetting({ kept, fallback }: { kept: Preferences; fallback: string }) {
  const t = useText();
  const language = useLanguage();
  const { failure, run, errorOf } = useCall();
  const [shown, setShown] = useState(kept);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => setDevice(readZone()), []);
  async function change(part: Partial<Preferences>) {
    // Whoever sets hours means those of the clock beside them.
    const next = { ...shown, zone: shown.zone ?? device ?? fallback, ...part };
    setShown(next);
    const ok = await run(() => call("/api/account/notifications/when", { method: "PUT", json: next }));
    if (!ok) setShown(shown);
  }
  const hours: Option[] = HOURS.map((hour) => ({ value: String(hour), text: hourName(hour, language) }));
  const zone = shown.zone ?? device ?? fallback;
  const known = ZONES.map(({ zone: value, text }) => ({ value, text: t(text) }));
  const zones = known.some(({ value }) => value === zone)
    ? known
    : [{ value: zone, text: zone.replaceAll("_", " ") }, ...known];
  return (
    <Setting title={t("When we tell you")} lead={t("Nothing is lost: what comes at night waits for the morning.")}>
      <FormFailure failure={failure} fields={FIELDS} />
      <Switch checked={shown.quiet} onChange={(event) => change({ quiet: event.currentTarget.checked })}>
        {t("Quiet hours")}
        <span className="small muted block">
          {t("No push alert and no text. Emails make no sound and still come.")}
        </span>
      </Switch>
      {shown.quiet && (
        <div className="mt-3 grid [--gap:1rem] sm:grid-cols-3">
          <Select
            label={t("From")}
            options={hours}
            value={String(shown.quiet_from)}
            onChange={(event) => change({ quiet_from: Number(event.currentTarget.value) })}
          />
          <Select
            label={t("Until")}
            options={hours}
            value={String(shown.quiet_until)}
            onChange={(event) => change({ quiet_until: Number(event.currentTarget.value) })}
            {...errorOf("quiet_until")}
          />
          <Select
            label={t("Time zone")}
            options={zones}
            value={zone}
            onChange={(event) => change({ zone: event.currentTarget.value })}
            {...errorOf("zone")}
          />
        </div>
      )}
      <fieldset className="mt-6 grid [--gap:.5rem]">
        <legend className="mb-2 font-[640]">{t("Emails that can wait")}</legend>
        {DIGESTS.map(({ digest, text, note }) => (
          <RadioCard
            key={digest}
            name="digest"
            value={digest}
            checked={shown.digest === digest}
            onChange={() => change({ digest })}
            note={t(note)}
          >
            {t(text)}
          </RadioCard>
        ))}
      </fieldset>
      <div className="mt-6">
        <Switch
          checked={shown.shows_details}
          onChange={(event) => change({ shows_details: event.currentTarget.checked })}
        >
          {t("Show stores and amounts in alerts and texts")}
          <span className="small muted block">
            {t("Anyone who sees your locked screen can read them. When this is off, they only say what it's about.")}
          </span>
        </Switch>
      </div>
    </Setting>
  );
}

/** "9 PM" and "9:00 p. m.", which no line breaks in two. */
function hourName(hour: number, language: "en" | "es"): string {
  if (language === "es") return `${hour % 12 || 12}:00\u00a0${hour < 12 ? "a" : "p"}.\u00a0m.`;
  return `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
}
