/**
 * How fast the page was, told once when it is left: a path and four numbers, for a share of the views, and nothing that
 * tells one visitor from another. Loaded after everything that anybody waits for; what measures sees what was before it too.
 */
export function watchVitals(share: number): void {
  const [draw = 0] = crypto.getRandomValues(new Uint16Array(1));
  if (draw < share * 65_536)
    void import("./measure-vitals.ts").then(({ measureVitals }) => measureVitals()).catch(() => {});
}
