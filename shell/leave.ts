/** Takes the place of a worker that is to go: it removes what was kept and itself, and its pages load anew. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("shell-")) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: "window" }))
        await client.navigate(client.url).catch(() => {});
    })(),
  );
});
