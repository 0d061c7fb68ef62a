/**
 * The worker: shows pushes, opens their pages, and answers with a page of its own when we cannot be reached. It keeps that page and the
 * letters' faces, and of an account nothing but a receipt that is shared meanwhile, where its pages keep claims. Without script of ours
 * it does nothing; told to, it removes itself.
 */
import { pageOfAlert } from "../src/client/alert-path.ts";
import { closeAlerts } from "../src/client/close-alerts.ts";
import { type KeptClaim, type Seen, withKept } from "../src/client/kept-store.ts";

declare const self: ServiceWorkerGlobalScope;

const VERSION = "/*version*/";
const KEEPS = `shell-${VERSION}`;
const OFFLINE = "/offline";
const SHARE = "/account/rebates/share";
const LOGOUT = "/api/logout";
/** As much as we take of one file. */
const MAX_SHARED_BYTES = 10 * 1024 * 1024;

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
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && url.pathname === SHARE) event.respondWith(share(request));
  // A page that learns that its session is gone is left at once: what closes the alerts would go with it.
  if (request.method === "POST" && url.pathname === LOGOUT) event.waitUntil(closeAlerts(self.registration));
  if (request.method !== "GET") return;
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

/** To us; without a connection it is kept, and the page that follows shows it. A reload of that page shares nothing again. */
async function share(request: Request): Promise<Response> {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch {
    const became = await keepShared(copy).catch(() => "lost");
    return Response.redirect(`${SHARE}?kept=${became}`, 303);
  }
}

/** What became of it: the same picture once more is the same claim, whatever was said of it meanwhile. */
async function keepShared(request: Request): Promise<"yes" | "nobody" | "type" | "large"> {
  const file = (await request.formData()).get("file");
  if (!(file instanceof File) || file.size === 0 || !/^(?:image\/|application\/pdf$)/.test(file.type)) return "type";
  if (file.size > MAX_SHARED_BYTES) return "large";
  // Whoever is signed in here has seen their passbook; of who signs out nothing is left.
  const seen = await withKept<Seen[]>("seen", "readonly", (store) => store.getAll());
  const [own] = seen.sort((one, other) => (one.at < other.at ? 1 : -1));
  if (!own) return "nobody";
  const bytes = await file.arrayBuffer();
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
  const request_key = `shared-${hash.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const claim: KeptClaim = {
    ...{ request_key, user_id: own.user_id, type: "", merchant: "", purchased_on: "", paid_minor: "0", shared: true },
    ...{ file: new Blob([bytes], { type: file.type }), name: file.name },
  };
  const before = await withKept<KeptClaim | undefined>("claims", "readonly", (store) => store.get(request_key));
  if (!before) await withKept("claims", "readwrite", (store) => store.put(claim));
  return "yes";
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
  const to = pageOfAlert(navigate, self.location.origin);
  const [client] = await self.clients.matchAll({ type: "window" });
  if (client) {
    const shown = await client.focus().catch(() => client);
    const led = await shown.navigate(to).catch(() => null);
    if (led) return;
  }
  await self.clients.openWindow(to);
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
