/** Pulling the page down in the app asks for it anew. The same by a press, for whoever does not drag. */
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";

/** From here on letting go counts, in pixels. */
const FAR = 72;

export function PullToRefresh() {
  const t = useText();
  const { revalidate, state } = useRevalidator();
  const [pulled, setPulled] = useState(0);
  const start = useRef<number | null>(null);
  const far = useRef(0);
  const busy = state === "loading";
  useEffect(() => {
    const begin = (event: TouchEvent) => {
      const [touch] = event.touches;
      start.current = event.touches.length === 1 && touch && window.scrollY <= 0 ? touch.clientY : null;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (start.current === null || !touch) return;
      // As far as a finger goes, the page follows half of it.
      far.current = window.scrollY > 0 ? 0 : Math.max(0, (touch.clientY - start.current) / 2);
      setPulled(Math.min(far.current, FAR));
    };
    const end = () => {
      if (far.current >= FAR) void revalidate();
      start.current = null;
      far.current = 0;
      setPulled(0);
    };
    const passive = { passive: true };
    window.addEventListener("touchstart", begin, passive);
    window.addEventListener("touchmove", move, passive);
    window.addEventListener("touchend", end, passive);
    window.addEventListener("touchcancel", end, passive);
    return () => {
      window.removeEventListener("touchstart", begin);
      window.removeEventListener("touchmove", move);
      window.removeEventListener("touchend", end);
      window.removeEventListener("touchcancel", end);
    };
  }, [revalidate]);
  return (
    <>
      <div className="pull" style={{ blockSize: pulled }} aria-hidden="true">
        {pulled > 0 && <span>{pulled >= FAR ? t("Let go to refresh") : t("Refresh")}</span>}
      </div>
      <p className="app-refresh">
        <Button size="sm" look="quiet" busy={busy} busyText={t("Refreshing")} onClick={() => void revalidate()}>
          <Icon name="refresh-cw" size="sm" />
          {t("Refresh")}
        </Button>
      </p>
    </>
  );
}
