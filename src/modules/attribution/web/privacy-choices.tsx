/**
 * The section "Privacy choices", for the settings and for pages about privacy that visitors read: what holds now, since when and in which words, each to be changed at
 * once, and everything that was said before. It asks for itself, because the answer depends on the browser it stands in.
 */
import { useCallback, useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { useViewer } from "#client/viewer.ts";
import { Switch } from "#ui/check.tsx";
import { DateText } from "#ui/date.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { Setting } from "#ui/setting.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useText } from "#ui/text.tsx";
import type { Allowed, Shown } from "./privacy/privacy-types.ts";
import { choosePrivacy, readPrivacy } from "./privacy/start-privacy.ts";

const PURPOSES = ["attribution", "statistics", "marketing"] as const;
type Said = {
  purpose: keyof Allowed;
  given: boolean;
  at: string;
  what: string;
  version: string;
  source: "banner" | "settings" | "signal" | "request";
};
type State = { shown: Shown; history: Said[] };

export function PrivacyChoices() {
  const t = useText();
  const [state, setState] = useState<State | "failed" | null>(null);
  const [saving, setSaving] = useState<keyof Allowed | null>(null);
  const [refused, setRefused] = useState(false);
  const authenticated = useViewer((viewer) => viewer.authenticated);

  const read = useCallback(async () => {
    try {
      const [shown, { history }] = await Promise.all([
        readPrivacy(),
        // A visitor has no account and so no history: the choices of the browser are theirs to change all the same.
        authenticated ? call<{ history: Said[] }>("/api/privacy/history") : { history: [] },
      ]);
      setState({ shown, history });
    } catch {
      setState("failed");
    }
  }, [authenticated]);
  useEffect(() => void read(), [read]);

  async function change(purpose: keyof Allowed, given: boolean) {
    if (saving || !state || state === "failed") return;
    const { shown } = state;
    setSaving(purpose);
    setRefused(false);
    try {
      await choosePrivacy({ ...shown.choices, [purpose]: given }, shown.version, "settings");
      await read();
    } catch {
      setRefused(true);
    }
    setSaving(null);
  }

  return (
    <Setting
      id="privacy"
      title={t("Privacy choices")}
      lead={t("Cash back works with all of these off. Changes take effect right away, here and in your account.")}
    >
      {state === null && (
        <>
          <Waiting />
          <noscript>
            <p>
              {t("Changing these needs JavaScript, which is off in this browser.")}{" "}
              <a href="/ccpa-privacy-rights">{t("You can send us a request without it.")}</a>
            </p>
          </noscript>
        </>
      )}
      {state === "failed" && (
        <ErrorState
          onRetry={() => {
            setState(null);
            void read();
          }}
        />
      )}
      {state !== null && state !== "failed" && (
        <>
          {state.shown.gpc && (
            <div className="mb-4">
              <Note kind="good" icon="shield-check">
                {t("Your browser sends Global Privacy Control, and we honor it")}
              </Note>
            </div>
          )}
          <div className="grid [--gap:1rem]">
            {PURPOSES.map((purpose) => (
              <Choice
                key={purpose}
                purpose={purpose}
                shown={state.shown}
                busy={saving === purpose}
                onChange={(given) => change(purpose, given)}
              />
            ))}
          </div>
          {refused && (
            <div className="mt-4">
              <Note kind="bad" live>
                {t("We couldn't save your choice. What you see above still applies. Please try again.")}
              </Note>
            </div>
          )}
          <p className="small muted mt-4">
            {state.shown.chosen_at ? (
              <>
                {t("Chosen on")} <DateText value={state.shown.chosen_at} style="datetime" />
              </>
            ) : (
              t("You haven't chosen yet. This is the default where you live.")
            )}
          </p>
          <History history={state.history} shown={state.shown} />
        </>
      )}
    </Setting>
  );
}

/** As tall as the choices: what stands below does not move when they come. */
function Waiting() {
  return (
    <div className="needs-script grid [--gap:1rem]" aria-busy="true">
      {PURPOSES.map((purpose) => (
        <div key={purpose} className="grid min-h-21 content-start [--gap:.5rem] md:min-h-11">
          <Skeleton width="40%" />
          <Skeleton />
        </div>
      ))}
      <div className="min-h-10 md:min-h-5">
        <Skeleton width="70%" />
      </div>
    </div>
  );
}

function Choice({
  purpose,
  shown,
  busy,
  onChange,
}: {
  purpose: keyof Allowed;
  shown: Shown;
  busy: boolean;
  onChange: (given: boolean) => void;
}) {
  const t = useText();
  const overruled = shown.gpc && shown.choices[purpose] && !shown.permitted[purpose];
  return (
    <Switch
      checked={shown.choices[purpose]}
      aria-busy={busy || undefined}
      onChange={(event) => onChange(event.target.checked)}
    >
      <b>{shown.words.purposes[purpose].name}</b>
      <span className="small muted block">{shown.words.purposes[purpose].what}</span>
      {overruled && <span className="small block">{t("Off in this browser, because of its signal.")}</span>}
    </Switch>
  );
}

function History({ history, shown }: { history: Said[]; shown: Shown }) {
  const t = useText();
  if (history.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="small">{t("Your earlier choices, and the text you saw")}</summary>
      <ol className="mt-2 grid list-none p-0 [--gap:.625rem]">
        {history.map((said) => (
          <li key={`${said.at} ${said.purpose}`} className="small">
            <DateText value={said.at} style="datetime" />: <b>{shown.words.purposes[said.purpose].name}</b>,{" "}
            {said.source === "signal"
              ? t("refused by your browser's signal")
              : said.given
                ? t("allowed")
                : t("refused")}
            <span className="muted block">{said.what}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
