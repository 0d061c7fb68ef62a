/** Debug mode (SPEC §9): an address with `debug=true` leads to addresses with `debug=true`, on the web. */
export const inDebugMode = (url: string): boolean => /[?&]debug=true(?:[&#]|$)/.test(url);

/**
 * `to` as it is redirected to from `from`. Links of apps keep their form, and so does what is written after `#`.
 */
export function withDebug(to: string, from: string): string {
  if (!inDebugMode(from) || inDebugMode(to) || !/^(?:https?:\/\/|\/)/i.test(to)) return to;
  const [place = "", ...rest] = to.split("#");
  const hash = rest.length ? `#${rest.join("#")}` : "";
  return `${place}${place.includes("?") ? "&" : "?"}debug=true${hash}`;
}
