/** How a web server ends. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

const SWEEP_MS = 50;

/**
 * Makes a server's end wait for answers alone. Node closes connections that are idle when the end begins; one that becomes idle a
 * moment later stays for as long as it is kept alive, and one on which nothing was asked yet for a minute: browsers and proxies
 * open such ahead. Call it once, before the server listens; call what it returns around the server's own end.
 */
export function closesSoon(server: Server): (end: () => Promise<void>) => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  function sweep(): void {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }
  return async (end) => {
    const sweeping = setInterval(sweep, SWEEP_MS);
    try {
      await end();
    } finally {
      clearInterval(sweeping);
    }
  };
}
