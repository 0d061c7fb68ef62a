/** Stopping takes nothing away that is still needed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { SettingsError } from "#platform/config";
import { isPortFree, needPorts } from "#platform/ports";
import { findMailPort } from "../../../test/support/mail-port.ts";
import { makeOpenFolder } from "../../../test/support/open-folder.ts";
import { until } from "../../../test/support/stage.ts";

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

async function folder(): Promise<string> {
  const made = await makeOpenFolder("tuppence-stopping-");
  cleaning.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function takePort(wanted = 0): Promise<{ port: number; server: Server }> {
  const server = createServer();
  server.listen(wanted, "127.0.0.1");
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

it("tells each port that is taken in one line with its setting, and nothing else", async () => {
  const taken = await Promise.all([takePort(), takePort(), takePort(await findMailPort())]);
  const [port, sandbox, mail] = taken.map((one) => one.port);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "src/server/cli.ts", "start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PORT: `${port}`, SANDBOX_PORT: `${sandbox}`, SANDBOX_SMTP_PORT: `${mail}`, DATA_DIR: await folder() },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const [code] = await once(child, "close");
  expect(said.trim().split("\n")).toEqual([
    `Port ${port} is taken by another program. PORT chooses another port.`,
    `Port ${sandbox} is taken by another program. SANDBOX_PORT chooses another port.`,
    `Port ${mail} is taken by another program. SANDBOX_SMTP_PORT chooses another port.`,
  ]);
  expect(code).toBe(1);
});

it("tells a port that two settings choose, and an address that is not ours", async () => {
  const { port } = await takePort();
  const failure = await needPorts(
    [
      { setting: "PORT", port: 0, host: "192.0.2.1" },
      { setting: "SANDBOX_PORT", port },
      { setting: "SANDBOX_SMTP_PORT", port },
    ],
    { wait_ms: 0 },
  ).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SettingsError);
  expect((failure as Error).message.split("\n")).toEqual([
    "This machine has no address 192.0.2.1. HOST chooses another.",
    `Port ${port} is taken by another program. SANDBOX_PORT chooses another port.`,
    `Port ${port} is chosen twice. SANDBOX_SMTP_PORT chooses another port.`,
  ]);
});

it("waits for a port that a process which is ending still holds", async () => {
  const { port, server } = await takePort();
  const waiting = needPorts([{ setting: "PORT", port }], { wait_ms: 60_000 });
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
  await needPorts([{ setting: "SANDBOX_PORT", port }], { wait_ms: 60_000 });
});
