/**
 * The worker: shows pushes, opens their pages, and answers with a page of its own when we cannot be reached. It keeps that page and the
 * letters' faces, and never anything of an account. Without script of ours it does nothing; told to, it removes itself.
 */
declare const self: ServiceWorkerGlobalScope;

const VERSION = "/*version*/";
const KEEPS = `shell-${VERSION}`;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEEPS).then((cache) => cache.add(new Request(OFFLINE, { cache: "reload" }))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("shell-") && name !== KEEPS) await caches.delete(name);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

// The reader has pressed "Reload": the newer version takes over.
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith("/console")) event.respondWith(page(event));
  } else if (/^\/assets\/[\w.-]+\.woff2$/.test(url.pathname)) event.respondWith(face(request));
});

/** From the network, always; without it the one page that is kept. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** Its address names its content, so that what is kept is right. */
async function face(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEEPS)).put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

type Told = { title?: string; body?: string; lang?: string; tag?: string; navigate?: string; app_badge?: unknown };

async function show(data: PushMessageData | null): Promise<void> {
  let told: Told | null = null;
  try {
    told = data?.json()?.notification ?? null;
  } catch {
    // What is no message of ours is shown as something new: a browser punishes silence.
  }
  const { title = "Tuppence", body = "", lang = "en", tag = "push", navigate = "/account/notifications" } = told ?? {};
  const unread = Number(told?.app_badge);
  if (Number.isInteger(unread) && unread >= 0) await navigator.setAppBadge?.(unread).catch(() => {});
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: "/app-icons/any-192.png",
    badge: "/app-icons/badge-96.png",
    data: { navigate },
  });
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage("told");
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.navigate));
});

/** On a page of ours that is open, else on a new one; never anywhere else than with us. */
async function open(navigate: string | undefined): Promise<void> {
  const to = new URL(navigate ?? "/account/notifications", self.location.origin);
  if (to.origin !== self.location.origin) return;
  const [client] = await self.clients.matchAll({ type: "window" });
  if (client) {
    const shown = await client.focus().catch(() => client);
    const led = await shown.navigate(to.href).catch(() => null);
    if (led) return;
  }
  await self.clients.openWindow(to.href);
}

// The browser renewed its subscription: the next page of ours tells whose it is.
self.addEventListener("pushsubscriptionchange", (event) => {
  const key = event.oldSubscription?.options.applicationServerKey;
  if (!key) return;
  event.waitUntil(
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).then((made) =>
      fetch("/api/account/push", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(made),
      }),
    ),
  );
});
