/** A port for the sandbox's mail server, whose mailbox and push service stand beside it. */
import { sandboxImapPort } from "#mailboxes";
import { sandboxApnsPort } from "#platform/config";
import { freePort } from "#platform/embedded-postgres";
import { isPortFree } from "#platform/ports";

/** One beside which those are free that go by it: any that the system gives may have connections of others around it. */
export async function findMailPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const beside = await Promise.all([sandboxImapPort(port), sandboxApnsPort(port)].map((one) => isPortFree(one)));
    if (beside.every(Boolean)) return port;
  }
}
