/**
 * How fast the page was, told once when it is left: a path and four numbers, for a share of the views, and nothing that
 * tells one visitor from another. What measures is loaded after everything that anybody waits for.
 */

const AFTER_MS = 4_000;

export function watchVitals(share: number): void {
  const [draw = 0] = crypto.getRandomValues(new Uint16Array(1));
  if (draw >= share * 65_536) return;
  const begin = () => {
    clearTimeout(timer);
    for (const type of SIGNS) removeEventListener(type, begin);
    void import("./measure-vitals.ts").then(({ measureVitals }) => measureVitals());
  };
  const timer = setTimeout(begin, AFTER_MS);
  for (const type of SIGNS) addEventListener(type, begin, { once: true, passive: true });
}
const SIGNS = ["pointerdown", "keydown"];
