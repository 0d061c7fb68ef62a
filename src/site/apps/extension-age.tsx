/** Says on `/extension` that the version in this browser is served no longer, or from which day on. */
import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { isOlder } from "#client/extension.ts";
import { useDateWords } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

type Told = { oldest?: { version: string; from: string } };

/** Null while nothing is known, and for a version that is served for good. `from`: a day, `YYYY-MM-DD`. */
function useEnding(version: string | null): { from: string; over: boolean } | null {
  const { partner_name } = useBrand();
  const [ending, setEnding] = useState<{ from: string; over: boolean } | null>(null);
  useEffect(() => {
    if (version === null) return;
    let left = false;
    // The same answer as every extension gets.
    void call<Told>(`/ext/${partner_name}/manifest.json`)
      .catch((): Told => ({}))
      .then(({ oldest }) => {
        if (left || !oldest || !isOlder(version, oldest.version)) return;
        setEnding({ from: oldest.from, over: performance.timeOrigin + performance.now() >= Date.parse(oldest.from) });
      });
    return () => {
      left = true;
    };
  }, [version, partner_name]);
  return ending;
}

/** `version`: of the extension that stands in this browser, null where it did not say. */
export function ExtensionAge({ version }: { version: string | null }) {
  const t = useText();
  const words = useDateWords();
  const ending = useEnding(version);
  if (!ending) return <Note kind="good">{t("Extension is already installed on your browser")}</Note>;
  const day = words(ending.from);
  return (
    <Note kind={ending.over ? "bad" : "wait"} live>
      {ending.over
        ? t("The extension in your browser is too old: since {{day}} it no longer works.", { day })
        : t("The extension in your browser is an old version, which works until {{day}}.", { day })}{" "}
      {t("Browsers update it automatically; to do it now, add it again from your browser's store below.")}
    </Note>
  );
}
