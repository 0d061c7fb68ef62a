/** Pulling the page down in the app asks for it anew. The same by a press, for whoever does not drag. */
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";

/** From here on letting go counts, in pixels. */
const FAR = 72;

/** Whether a finger there scrolls something of its own, a list within the page, which it then goes on doing. */
function scrollsItself(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element === document.body || element === document.documentElement) return false;
    const { overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) return true;
  }
  return false;
}

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
      const isOurs = event.touches.length === 1 && window.scrollY <= 0 && !scrollsItself(event.target);
      start.current = isOurs && touch ? touch.clientY : null;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (start.current === null || !touch) return;
      // As far as a finger goes, the page follows half of it.
      far.current = window.scrollY > 0 ? 0 : Math.max(0, (touch.clientY - start.current) / 2);
      setPulled(Math.min(far.current, FAR));
    };
    const stop = () => {
      start.current = null;
      far.current = 0;
      setPulled(0);
    };
    const end = (event: TouchEvent) => {
      // A browser tells of few steps of a finger while it scrolls, and of the last one only here.
      move(event);
      if (far.current >= FAR) void revalidate();
      stop();
    };
    const passive = { passive: true };
    window.addEventListener("touchstart", begin, passive);
    window.addEventListener("touchmove", move, passive);
    window.addEventListener("touchend", end, passive);
    window.addEventListener("touchcancel", stop, passive);
    return () => {
      window.removeEventListener("touchstart", begin);
      window.removeEventListener("touchmove", move);
      window.removeEventListener("touchend", end);
      window.removeEventListener("touchcancel", stop);
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
