import { describe, expect, it } from "vitest";
import { GroupWriter } from "../group-writer.ts";

/** A store whose writes end when the test says so. Rows of "bad…" cannot be stored; `away` is a database that is gone. */
function open(options: { keyOf?: (row: string) => string } = {}) {
  const stored: string[][] = [];
  const asked: string[][] = [];
  const gates: (() => void)[] = [];
  const state = { away: false, free: false };
  const writer = new GroupWriter<string, number>({
    what: "words",
    async store(rows) {
      asked.push([...rows]);
      if (!state.free) await new Promise<void>((go) => gates.push(go));
      if (state.away) throw Object.assign(new Error("the database system is shutting down"), { code: "57P03" });
      if (rows.some((row) => row.startsWith("bad")))
        throw Object.assign(new Error("this row is bad"), { code: "22P05" });
      stored.push([...rows]);
      return (own) => own.length;
    },
    ...options,
  });
  // What was begun before goes on by immediates and promises alone: after two immediates it has, on however busy a machine.
  const turn = async () => {
    for (let n = 0; n < 2; n += 1) await new Promise((next) => setImmediate(next));
  };
  return {
    writer,
    stored,
    asked,
    state,
    turn,
    async release() {
      await turn();
      gates.shift()?.();
      await turn();
    },
  };
}

describe("group commit", () => {
  it("answers nobody before their rows are stored, and lets what arrives meanwhile travel together", async () => {
    const { writer, stored, release, turn } = open();
    const settled: string[] = [];
    const write = (...rows: string[]) => writer.write(rows).then((count) => settled.push(`${rows.join()}=${count}`));
    const first = write("a");
    await turn();
    const rest = [write("b"), write("c", "d")];
    expect(settled).toEqual([]);
    await release();
    await first;
    expect(settled).toEqual(["a=1"]);
    expect(stored).toEqual([["a"]]);
    await release();
    await Promise.all(rest);
    expect(stored).toEqual([["a"], ["b", "c", "d"]]);
    expect(settled).toEqual(["a=1", "b=1", "c,d=2"]);
  });

  it("fails a row that cannot be stored alone", async () => {
    const { writer, stored, state } = open();
    state.free = true;
    const answers = await Promise.allSettled([writer.write(["a"]), writer.write(["bad"]), writer.write(["c"])]);
    expect(answers.map((answer) => answer.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(stored).toEqual([["a"], ["c"]]);
  });

  it("fails all at once when the database is away, and goes on when it is back", async () => {
    const { writer, asked, stored, state } = open();
    state.free = true;
    state.away = true;
    const answers = await Promise.allSettled([writer.write(["a"]), writer.write(["b"])]);
    expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected"]);
    expect(asked).toHaveLength(1);
    state.away = false;
    await writer.write(["c"]);
    expect(stored).toEqual([["c"]]);
  });

  it("keeps rows of one key in their order, one group after the other", async () => {
    const { writer, asked, state } = open({ keyOf: (row) => row[0] ?? "" });
    state.free = true;
    await Promise.all([["a1"], ["b1"], ["a2"], ["c1"], ["c2", "c3"]].map((rows) => writer.write(rows)));
    expect(asked).toEqual([
      ["a1", "b1"],
      ["a2", "c1"],
      ["c2", "c3"],
    ]);
  });

  it("makes groups of a thousand rows, and refuses when twenty thousand wait", async () => {
    const { writer, asked, release, state, turn } = open();
    const first = writer.write(["first"]);
    await turn();
    const waiting = Array.from({ length: 40 }, () => writer.write(Array.from({ length: 500 }, () => "x")));
    await expect(writer.write(["late"])).rejects.toMatchObject({ code: "53300" });
    state.free = true;
    await release();
    await Promise.all([first, ...waiting]);
    expect(asked.slice(1).map((rows) => rows.length)).toEqual(Array.from({ length: 20 }, () => 1_000));
    await writer.close();
    await expect(writer.write(["again"])).resolves.toBe(1);
  });
});
