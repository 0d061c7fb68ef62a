/** At once when the address says where its reader came from, else when the browser has nothing better to do. */
export function startTracking(): void {
  const load = () => void import("./start-privacy.ts").then((part) => part.startPrivacy()).catch(() => {});
  if (/[?&](sid|cid|partner)=/.test(window.location.search)) load();
  else (window.requestIdleCallback ?? setTimeout)(load);
}
