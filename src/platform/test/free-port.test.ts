import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { expect, it, vi } from "vitest";
import { freePort, MARKS_ABOVE } from "#platform/embedded-postgres";

/** As another process is given its ports. */
const askElsewhere = (count: number): Promise<number[]> =>
  new Promise((settle, fail) => {
    const script = `import { freePort } from "#platform/embedded-postgres";
      console.log(JSON.stringify(await Promise.all(Array.from({ length: ${count} }, freePort))));
      process.stdin.resume();`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.on("error", fail);
    child.stdout.on("data", (chunk) => settle(JSON.parse(String(chunk))));
    others.push(child);
  });
const others: { kill(): boolean }[] = [];

it("gives nobody a port that another was given a moment ago, in whatever process", async () => {
  // So many at once out of twelve thousand would hold one twice nearly always.
  const [one, two, ours] = await Promise.all([
    askElsewhere(200),
    askElsewhere(200),
    Promise.all(Array.from({ length: 200 }, freePort)),
  ]);
  for (const other of others) other.kill();
  expect(new Set([...one, ...two, ...ours]).size).toBe(600);
  for (const port of ours.slice(0, 5)) {
    const server = createServer();
    await new Promise<void>((settle, fail) => {
      server.once("error", fail);
      server.listen(port, "127.0.0.1", settle);
    });
    await new Promise((settle) => server.close(settle));
  }
});

const isMarked = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const mark = createSocket("udp4");
    mark.once("error", () => settle(true));
    mark.bind({ port: port + MARKS_ABOVE, address: "127.0.0.1", exclusive: true }, () =>
      mark.close(() => settle(false)),
    );
  });

it("keeps one that is listened on again and again from everybody, between two times too", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const [once, often] = [await freePort(), await freePort("while we live")];
  expect([await isMarked(once), await isMarked(often)]).toEqual([true, true]);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await isMarked(once)).toBe(false));
  expect(await isMarked(often)).toBe(true);
});
