/** Stopping takes nothing away that is still needed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { SettingsError } from "#platform/config";
import { isPortFree, needPort } from "#platform/ports";
import { until } from "../../../test/support/stage.ts";

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "tuppence-stopping-"));
  cleaning.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleaning.push(() => new Promise((closed) => server.close(closed)));
  return { port: (server.address() as { port: number }).port, server };
}

it("leaves the embedded database there until its process has done with it", async () => {
  const child = spawn(process.execPath, ["src/platform/test/stop-in-order.ts", join(await folder(), "postgres")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleaning.push(async () => child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  await until("it to work", async () => said.includes("working"));
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(said.split("\n").filter((line) => line && !line.includes("Warning"))).toEqual(["working", "stopped in order"]);
});

it("says in one line that a port is taken, and which setting chooses another", async () => {
  const { port } = await takePort();
  const failure = await needPort("SANDBOX_PORT", port, { wait_ms: 0 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SettingsError);
  expect((failure as Error).message).toBe(
    `Port ${port} is taken by another program. SANDBOX_PORT chooses another port.`,
  );
});

it("waits for a port that a process which is ending still holds", async () => {
  const { port, server } = await takePort();
  const waiting = needPort("PORT", port, { wait_ms: 60_000 });
  server.close();
  await waiting;
});

it("takes the sandbox along when its process is killed without a word", async () => {
  const child = spawn(process.execPath, ["src/server/test/sandbox-parent.ts", await folder()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleaning.push(async () => child.kill("SIGKILL"));
  const [words] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(/:(\d+)\s/.exec(String(words))?.[1]);
  expect(await isPortFree(port)).toBe(false);
  child.kill("SIGKILL");
  await needPort("SANDBOX_PORT", port, { wait_ms: 60_000 });
});
