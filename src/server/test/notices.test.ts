import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChannels } from "#platform/channels";
import { identityModule } from "../../modules/identity/module.ts";
import { MODULES } from "../../modules/order.ts";
import { runningModules } from "../register-modules.ts";
import { listenForNotices } from "../serve.ts";

class Connection extends EventEmitter {
  query = async () => {};
  release = vi.fn();
  tell(what: string) {
    this.emit("notification", { channel: "tuppence_pages", payload: what });
  }
}
const version = () => 1;

/** Listens on the first of some connections, and on the next after each loss; null for one that cannot be made. */
async function listening(connections: readonly (Connection | Promise<Connection> | null)[]) {
  const connect = vi.fn<() => Promise<Connection>>();
  for (const one of connections)
    if (one) connect.mockReturnValueOnce(Promise.resolve(one));
    else connect.mockRejectedValueOnce(new Error("the database is away"));
  const [growOld, forget, forgetSessions, clearPages, warn] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const load = vi.fn(async () => {});
  const others = { version, load: async () => {} };
  const channels = createChannels();
  const doors = {
    ...{ notifications: { pushes: { registerSessions: () => {} } }, channels, catalog: { growOld } },
    ...{ partners: { version, packs: { load } }, editions: others, translation: others },
    ...{ cashback: { forgetDestinations: forget }, coins: { ways: { forget } }, health: { incidents: { forget } } },
    identity: { liveSessions: () => {}, forgetSession: () => {}, forgetSessions },
  };
  identityModule.introduce(doors as never);
  const wired = { channels, modules: runningModules<never>(MODULES, doors as never) };
  const notices = await listenForNotices({ pool: { connect } } as never, wired, clearPages, { warn } as never);
  for (const mock of [growOld, forget, forgetSessions, clearPages, load, warn]) mock.mockClear();
  return { notices, connect, growOld, forget, forgetSessions, clearPages, load, warn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("gives back a connection that it was waiting for when it was stopped: a pool that closes waits for each", async () => {
  const [first, next] = [new Connection(), new Connection()];
  const later = Promise.withResolvers<Connection>();
  const { notices, connect } = await listening([first, later.promise]);
  first.emit("error", new Error("the database ended it"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connect).toHaveBeenCalledTimes(2);
  await notices.stop();
  later.resolve(next);
  await vi.advanceTimersByTimeAsync(0);
  expect(first.release).toHaveBeenCalledTimes(1);
  expect(next.release).toHaveBeenCalledTimes(1);
});

it("forgets what was read while nothing was heard: a notice of that time never comes", async () => {
  const [first, next] = [new Connection(), new Connection()];
  const { notices, connect, ...told } = await listening([first, next]);
  first.emit("error", new Error("the database ended it"));
  for (const forgets of [told.growOld, told.forget, told.forgetSessions, told.clearPages]) forgets.mockClear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connect).toHaveBeenCalledTimes(2);
  expect(told.growOld, "the catalogue's lists").toHaveBeenCalled();
  expect(told.forget).toHaveBeenCalled();
  expect(told.forgetSessions, "sessions that ended").toHaveBeenCalled();
  expect(told.clearPages).toHaveBeenCalled();
  await notices.stop();
});

it("keeps pages that are ready while the database is away, and says once that nothing is heard", async () => {
  const [first, next] = [new Connection(), new Connection()];
  const { notices, clearPages, growOld, warn } = await listening([first, null, null, null, next]);
  first.emit("error", new Error("the database ended it"));
  await vi.advanceTimersByTimeAsync(3_000);
  expect([clearPages.mock.calls.length, growOld.mock.calls.length]).toEqual([0, 0]);
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(clearPages).toHaveBeenCalled();
  await notices.stop();
});

it("has the catalogue's lists and search made anew by what changed the catalogue, and by nothing else", async () => {
  const first = new Connection();
  const { notices, growOld, clearPages } = await listening([first]);
  for (const what of ["coins", "health", "content", "translation"]) first.tell(what);
  expect([clearPages.mock.calls.length, growOld.mock.calls.length]).toEqual([4, 0]);
  first.tell("catalog");
  expect([clearPages.mock.calls.length, growOld.mock.calls.length]).toEqual([5, 1]);
  await notices.stop();
});

it("tries texts that cannot be read once a second, however many notices came, and says so once", async () => {
  const first = new Connection();
  const { notices, load, warn } = await listening([first]);
  load.mockRejectedValue(new Error("the database is away"));
  for (const what of ["content", "coins", "health"]) first.tell(what);
  await vi.advanceTimersByTimeAsync(0);
  load.mockClear();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(warn).toHaveBeenCalledTimes(1);
  await notices.stop();
});
