/** Ports of this machine. */
import { createServer } from "node:net";
import { SettingsError } from "#platform/config";

const LOOK_MS = 100;

export const isPortFree = (port: number, host = "127.0.0.1"): Promise<boolean> =>
  new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(false));
    probe.listen(port, host, () => probe.close(() => settle(true)));
  });

/**
 * Waits a moment for a port that a process which is just ending still holds; one that stays taken stops the start with the
 * setting that chooses another. Port 0 is always free.
 */
export async function needPort(
  setting: string,
  port: number,
  options: { host?: string; wait_ms?: number } = {},
): Promise<void> {
  const until = performance.now() + (options.wait_ms ?? 5_000);
  while (!(await isPortFree(port, options.host))) {
    if (performance.now() >= until)
      throw new SettingsError(`Port ${port} is taken by another program. ${setting} chooses another port.`);
    await new Promise((next) => setTimeout(next, LOOK_MS));
  }
}
