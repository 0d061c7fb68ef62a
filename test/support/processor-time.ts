/**
 * A recording of a browser, as if nothing had run beside each of its threads: on two cores that a server, a database, Lighthouse and
 * the browser's own painters share, a task takes two to three times as long as the processor works for it. A phone paints on cores
 * of their own, and has none of the others.
 */

/** Of Chromium's trace event format what is read here: microseconds of the wall's clock, and of the thread's own. */
type Traced = { ph: string; pid: number; tid: number; ts: number; dur?: number; tts?: number; tdur?: number };

/** Each outermost task takes the processor's time of its thread from where it began, and what happened in it moves with that. Changes them. */
export function countProcessorTime(events: readonly Traced[]): void {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  for (const thread of threads.values()) {
    thread.sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
    let task = { began: 0, ended: 0, thread_began: 0, took: 0 };
    for (const event of thread) {
      if (event.ts < task.ended) {
        const wanted = event.tts === undefined ? event.ts - task.began : event.tts - task.thread_began;
        const at = Math.min(Math.max(wanted, 0), task.took);
        event.ts = task.began + at;
        if (event.dur !== undefined) event.dur = Math.min(event.tdur ?? event.dur, task.took - at);
      } else if (event.ph === "X" && event.dur && event.tdur !== undefined && event.tts !== undefined) {
        const took = Math.min(event.dur, event.tdur);
        task = { began: event.ts, ended: event.ts + event.dur, thread_began: event.tts, took };
        event.dur = took;
      }
    }
  }
}
