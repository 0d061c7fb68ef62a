import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { listenForNotices } from "../serve.ts";

class Connection extends EventEmitter {
  query = async () => {};
  release = vi.fn();
}
const version = () => "1";
const load = async () => {};
const WIRED = {
  partners: { version, packs: { load } },
  editions: { version, load },
  translation: { version, load },
  channels: { names: () => [], missed: () => {}, deliver: () => {} },
  catalog: { growOld: () => {} },
  cashback: { forgetDestinations: () => {} },
  health: { incidents: { forget: () => {} } },
  coins: { ways: { forget: () => {} } },
};

it("gives back a connection that it was waiting for when it was stopped: a pool that closes waits for each", async () => {
  vi.useFakeTimers();
  try {
    const [first, next] = [new Connection(), new Connection()];
    const later = Promise.withResolvers<Connection>();
    const connect = vi.fn<() => Promise<Connection>>().mockResolvedValueOnce(first).mockReturnValueOnce(later.promise);
    const notices = await listenForNotices({ pool: { connect } } as never, WIRED as never, () => {}, {
      warn: () => {},
    } as never);
    first.emit("error", new Error("the database ended it"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connect).toHaveBeenCalledTimes(2);
    await notices.stop();
    later.resolve(next);
    await vi.advanceTimersByTimeAsync(0);
    expect(first.release).toHaveBeenCalledTimes(1);
    expect(next.release).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it("forgets what was read while nothing was heard: a notice of that time never comes", async () => {
  vi.useFakeTimers();
  try {
    const forget = vi.fn();
    const [first, next] = [new Connection(), new Connection()];
    const connect = vi.fn<() => Promise<Connection>>().mockResolvedValueOnce(first).mockResolvedValueOnce(next);
    const wired = { ...WIRED, coins: { ways: { forget } } };
    const notices = await listenForNotices({ pool: { connect } } as never, wired as never, () => {}, {
      warn: () => {},
    } as never);
    first.emit("error", new Error("the database ended it"));
    forget.mockClear();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connect).toHaveBeenCalledTimes(2);
    expect(forget).toHaveBeenCalled();
    await notices.stop();
  } finally {
    vi.useRealTimers();
  }
});
