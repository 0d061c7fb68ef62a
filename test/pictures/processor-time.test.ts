import { expect, it } from "vitest";
import { countProcessorTime } from "../support/processor-time.ts";

it("counts what a thread's processor took for each outermost task, and moves what happened in it with that", () => {
  const events = [
    { ph: "X", pid: 1, tid: 1, ts: 1_000, dur: 100, tts: 500, tdur: 40 },
    { ph: "X", pid: 1, tid: 1, ts: 1_050, dur: 40, tts: 520, tdur: 15 },
    { ph: "I", pid: 1, tid: 1, ts: 1_095, tts: 538 },
    // Nobody knows its thread's time: it stays in its task.
    { ph: "I", pid: 1, tid: 1, ts: 1_099 },
    { ph: "X", pid: 1, tid: 1, ts: 2_000, dur: 10, tts: 540, tdur: 12 },
    // Another thread's, at the same time, and one that tells no processor's time.
    { ph: "X", pid: 1, tid: 2, ts: 1_010, dur: 60, tts: 7, tdur: 60 },
    { ph: "X", pid: 2, tid: 1, ts: 1_020, dur: 30 },
  ];
  countProcessorTime(events);
  expect(events.map(({ ts, dur }) => [ts, dur])).toEqual([
    [1_000, 40],
    [1_020, 15],
    [1_038, undefined],
    [1_040, undefined],
    [2_000, 10],
    [1_010, 60],
    [1_020, 30],
  ]);
});
