import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Takes `::ffff:127.0.0.1` too, which is how a socket of both families names the caller. */
export const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/**
 * Refuses who does not sit at this machine. The address is the socket's own: a header that names another is written by
 * the caller, and these calls make orders, read mails and move the clock.
 */
export function keepAtHome(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isLoopback(request.socket.remoteAddress ?? "")) return done();
    reply.code(403).send({ error: "The control API and the play pages answer this machine alone (SANDBOX_CONTROL)." });
  });
}
