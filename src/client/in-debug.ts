/** SPEC §9: where a page of debug mode leads, debug mode goes along. */
export function inDebug(to: string): string {
  const next = new URL(to, window.location.href);
  if (/[?&]debug=true(&|$)/.test(window.location.search)) next.searchParams.set("debug", "true");
  // The router takes a path for a page of ours, and nothing else.
  return next.origin === window.location.origin ? next.href.slice(next.origin.length) : next.href;
}
