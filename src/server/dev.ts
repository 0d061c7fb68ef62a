/** Development: Vite inside the server, so that a change of a screen shows without a restart. */
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";

/** Modules, assets under their source names (`?t=` with a time: links of mails have their token there), and `public/`. */
const VITE_PLACES =
  /^\/(@|src\/|node_modules\/|\.react-router\/|favicon\.svg|app-icon\.svg)|\?(import|url|direct|t=\d{13})/;

export async function startVite() {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    /** Vite answers for modules and assets before any route of ours is looked for. */
    attach(app: FastifyInstance) {
      app.addHook("onRequest", (request, reply, done) => {
        if (!VITE_PLACES.test(request.url)) return done();
        reply.hijack();
        vite.middlewares(request.raw, reply.raw, () => {
          reply.raw.statusCode = 404;
          reply.raw.end();
        });
      });
    },
    close: () => vite.close(),
  };
}
