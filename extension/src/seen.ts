/**
 * The panel above everything else of its page, and whether a shopper can really see it. A page may lay a picture over it that lets presses
 * through; only Chromium tells of that.
 */

/** Intersection Observer v2, which the types of browsers do not all know. */
type SeenOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };
type SeenEntry = IntersectionObserverEntry & { isVisible: boolean };
const tellsWhatIsSeen = (): boolean => "isVisible" in IntersectionObserverEntry.prototype;

/** The least that browsers allow, and faster than anybody reads what was laid over. */
const LOOK_MS = 100;
/** A page that is painted at all is looked at within this time. */
const VERDICT_MS = 1_000;
/** A page that comes above us again and again is let: presses do not count there. */
const MAX_RAISES = 20;

/** What a page shows in this way is the shopper's own affair, and nothing outside of a dialog can be pressed while it is open. */
const isTaken = () => document.querySelector(":modal, :fullscreen") !== null;

export function keepOnTop(host: HTMLElement) {
  let verdict: boolean | null = null;
  let raises = 0;

  /** Into the browser's top layer, above what the page put there before. */
  function raise(): void {
    if (!host.isConnected || isTaken() || raises >= MAX_RAISES) return;
    raises += 1;
    try {
      host.popover = "manual";
      if (host.matches(":popover-open")) host.hidePopover();
      host.showPopover();
    } catch {
      // A page that moves it in this moment has it where it was: above all layers but the top one.
    }
  }
  const told = (entries: readonly IntersectionObserverEntry[]) => {
    const last = entries.at(-1) as SeenEntry | undefined;
    if (!last) return;
    verdict = last.isVisible;
    if (!verdict) raise();
  };
  const options: SeenOptions = { trackVisibility: true, delay: LOOK_MS, threshold: 1 };
  const observer = tellsWhatIsSeen() ? new IntersectionObserver(told, options) : null;
  const onToggle = ({ target }: Event) => {
    if (target !== host && target instanceof Element && target.matches(":popover-open")) raise();
  };
  // Where the browser does not tell what is seen, these are what can be known of what came above us.
  document.addEventListener("toggle", onToggle, true);
  document.addEventListener("fullscreenchange", raise);

  return {
    /** To be called when it was put into the page. */
    placed(): void {
      raise();
      observer?.observe(host);
    },
    gone(): void {
      observer?.disconnect();
      document.removeEventListener("toggle", onToggle, true);
      document.removeEventListener("fullscreenchange", raise);
    },
    /**
     * Whether it was whole and under nothing when it was pressed: by the last look, which a page cannot undo at the press, and by one more,
     * for what came since. Where the browser does not tell, whether it may have been.
     */
    async wasSeen(): Promise<boolean> {
      if (isTaken()) return false;
      if (!observer) return true;
      const before = verdict;
      return (await lookAgain(host, options)) && before !== false;
    },
  };
}

function lookAgain(host: HTMLElement, options: SeenOptions): Promise<boolean> {
  return new Promise((done) => {
    const observer = new IntersectionObserver((entries) => end((entries.at(-1) as SeenEntry).isVisible), options);
    const late = setTimeout(() => end(false), VERDICT_MS);
    const end = (seen: boolean) => {
      clearTimeout(late);
      observer.disconnect();
      done(seen);
    };
    observer.observe(host);
  });
}
