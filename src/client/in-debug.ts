/** SPEC §9: where a page of debug mode leads, debug mode goes along. */
export function inDebug(to: string): string {
  const next = new URL(to, window.location.href);
  if (new URLSearchParams(window.location.search).get("debug") === "true") next.searchParams.set("debug", "true");
  return next.href;
}
