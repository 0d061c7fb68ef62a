/**
 * The question about privacy, where the law asks. Not a dialog: the page goes on. Both answers are buttons of one size,
 * side by side; the words come from the server, which keeps them with the answer. Mounted by itself, after idle.
 */
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/check.tsx";
import type { Allowed, Shown } from "./privacy-types.ts";

const PURPOSES = ["attribution", "statistics", "marketing"] as const;
const all = (given: boolean): Allowed => ({ attribution: given, statistics: given, marketing: given });

type Choose = (choices: Allowed) => Promise<unknown>;

function Banner({ shown, onChoose, onDone }: { shown: Shown; onChoose: Choose; onDone: () => void }) {
  const { words } = shown;
  const [single, setSingle] = useState<Allowed | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLElement>(null);

  // What lies at the end of the page stays reachable, and what gets the focus is not behind this.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const root = document.documentElement;
    const measure = new ResizeObserver(() => root.style.setProperty("--consent", `${element.offsetHeight}px`));
    measure.observe(element);
    return () => {
      measure.disconnect();
      root.style.removeProperty("--consent");
    };
  }, []);

  async function choose(choices: Allowed) {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    try {
      await onChoose(choices);
      onDone();
    } catch {
      setBusy(false);
      setFailed(true);
    }
  }

  return (
    <section ref={place} className="consent" aria-label={words.title} aria-busy={busy || undefined}>
      <div className="wrap consent-in">
        <div>
          <h2>{words.title}</h2>
          <p className="small">{words.body}</p>
          {single && (
            <div className="consent-list">
              {PURPOSES.map((purpose) => (
                <Switch
                  key={purpose}
                  checked={single[purpose]}
                  onChange={(event) => setSingle({ ...single, [purpose]: event.target.checked })}
                >
                  <b>{words.purposes[purpose].name}</b>
                  <span className="small muted block">{words.purposes[purpose].what}</span>
                </Switch>
              ))}
            </div>
          )}
          {failed && (
            <p className="small" role="alert">
              {FAILED[document.documentElement.lang === "es" ? "es" : "en"]}
            </p>
          )}
        </div>
        <div className="consent-acts">
          <Button onClick={() => choose(all(false))}>{words.reject}</Button>
          <Button onClick={() => choose(all(true))}>{words.allow}</Button>
          {single ? (
            <Button look="quiet" size="sm" onClick={() => choose(single)}>
              {words.save}
            </Button>
          ) : (
            <Button look="quiet" size="sm" onClick={() => setSingle(shown.chosen_at ? shown.choices : all(false))}>
              {words.choose}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** Here and not among the other texts, because a Spanish page may not have all of those yet. */
const FAILED = {
  en: "Your answer did not reach us, so nothing is kept. Try again.",
  es: "Tu respuesta no nos llegó, así que no se guarda nada. Inténtalo de nuevo.",
} as const;

export function showBanner(shown: Shown, onChoose: Choose): void {
  if (document.querySelector(".consent")) return;
  const ground = document.createElement("div");
  document.body.append(ground);
  const root = createRoot(ground);
  root.render(
    <Banner
      shown={shown}
      onChoose={onChoose}
      onDone={() => {
        root.unmount();
        ground.remove();
      }}
    />,
  );
}
