/**
 * Tracking events (SPEC §3) as they happen: remembered here, which costs next to nothing, and sent by a part that is
 * loaded when the page is idle and knows whether its reader allows it.
 */
export type Fields = { merchant?: string; offer_id?: string; label?: string; install_time?: string };
export type Tracked = Fields & { action: string; currenturl: string; client_ts: number; event_id?: string };

export const tracked: Tracked[] = [];
/** Set by the part that sends. `now`: what can wait no longer. */
export const sender: { wake?: () => void; now?: () => void } = {};

export function track(action: string, fields: Fields = {}): void {
  const client_ts = Math.round(performance.timeOrigin + performance.now());
  // Without https there is no such function: the server then names the event.
  const event_id = crypto.randomUUID?.();
  tracked.push({ ...fields, action, client_ts, currenturl: window.location.href, ...(event_id ? { event_id } : {}) });
  sender.wake?.();
}
