/** Ports of this machine. */
import { createServer } from "node:net";
import { SettingsError } from "#platform/config";

const LOOK_MS = 100;

/** `null` when we could listen there, else the system's own code for why not. */
const whyNot = (port: number, host = "127.0.0.1"): Promise<string | null> =>
  new Promise((settle) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => settle(error.code ?? "EADDRINUSE"));
    probe.listen(port, host, () => probe.close(() => settle(null)));
  });

export const isPortFree = async (port: number, host?: string): Promise<boolean> => (await whyNot(port, host)) === null;

/** A port and the setting that chooses it; `host` is what HOST says, absent for loopback. */
export type WantedPort = { setting: string; port: number; host?: string };

function describe({ setting, port, host }: WantedPort, code: string): string {
  if (code === "EACCES") return `Port ${port} may not be opened by this user. ${setting} chooses another port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `This machine has no address ${host}. HOST chooses another.`;
  return `Port ${port} is taken by another program. ${setting} chooses another port.`;
}

/**
 * Waits a moment for ports that a process which is just ending still holds; those that stay taken stop the start, each in one
 * line with the setting that chooses another. Port 0 is always free.
 */
export async function needPorts(wanted: readonly WantedPort[], options: { wait_ms?: number } = {}): Promise<void> {
  const until = performance.now() + (options.wait_ms ?? 5_000);
  const problems = await Promise.all(
    wanted.map(async (one, place) => {
      if (one.port !== 0 && wanted.slice(0, place).some((before) => before.port === one.port))
        return `Port ${one.port} is chosen twice. ${one.setting} chooses another port.`;
      for (;;) {
        const code = await whyNot(one.port, one.host);
        if (code === null) return null;
        if (code !== "EADDRINUSE" || performance.now() >= until) return describe(one, code);
        await new Promise((next) => setTimeout(next, LOOK_MS));
      }
    }),
  );
  const told = problems.filter((problem) => problem !== null);
  if (told.length) throw new SettingsError(told.join("\n"));
}
