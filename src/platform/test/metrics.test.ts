/** What is counted and measured is declared, and one that cannot be read hides no other. */
import { expect, it } from "vitest";
import { createMetrics, defineCounter, defineGauge } from "#platform/metrics";

const OPEN = defineGauge({ name: "test_open", help: "Open ones", labels: ["kind"] });
const SEEN = defineCounter({ name: "test_seen_total", help: "Seen ones" });

it("refuses a metric that nobody declares, and one that is declared twice", () => {
  expect(() => createMetrics([SEEN]).of(OPEN)).toThrow("no module declares the metric test_open");
  expect(() => createMetrics([SEEN, { ...SEEN }])).toThrow(/test_seen_total.*already/);
});

it("is read whenever somebody asks; away, it says what was read last, and the others are told", async () => {
  const metrics = createMetrics([OPEN, SEEN]);
  let read = async () => [
    { labels: { kind: "a" }, value: 1 },
    { labels: { kind: "b" }, value: 2 },
  ];
  metrics.read({ metric: OPEN, read: () => read() });
  metrics.of(SEEN).inc();
  const told = async () => (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith("test_"));
  expect(await told()).toEqual(['test_open{kind="a"} 1', 'test_open{kind="b"} 2', "test_seen_total 1"]);
  read = () => Promise.reject(new Error("the database is away"));
  expect(await told()).toEqual(['test_open{kind="a"} 1', 'test_open{kind="b"} 2', "test_seen_total 1"]);
  read = async () => [{ labels: { kind: "b" }, value: 3 }];
  expect(await told()).toEqual(['test_open{kind="b"} 3', "test_seen_total 1"]);
});
