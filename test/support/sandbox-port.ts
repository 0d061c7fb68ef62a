/** Where this process's sandboxes listen, one after the other: what was brought in from one names the same addresses as the next. */
import { freePort } from "#platform/embedded-postgres";
import { isPortFree } from "#platform/ports";

let port: number | undefined;

/** The same for everybody in this process, while nobody else has taken it. */
export async function sandboxPort(): Promise<number> {
  if (!port || !(await isPortFree(port))) port = await freePort("while we live");
  return port;
}
