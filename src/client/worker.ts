/** The worker that shows alerts and keeps an offline page: registered, and told of updates. */
import { keepTyped } from "./keep-typed.ts";
import { changeViewer } from "./viewer.ts";

const WORKER = "/sw.js";

let registering: Promise<ServiceWorkerRegistration> | null = null;
const register = (): Promise<ServiceWorkerRegistration> => {
  registering ??= navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  return registering;
};

export async function workerReady(): Promise<ServiceWorkerRegistration> {
  await register();
  return navigator.serviceWorker.ready;
}

let started = false;
export function startWorker(): void {
  if (started || !("serviceWorker" in navigator)) return;
  started = true;
  void register().then(watch, () => null);
}

/** A worker that waits is a newer version of the product: the reader is told, and decides when. */
function watch(registration: ServiceWorkerRegistration): void {
  const tell = () => {
    if (registration.waiting && navigator.serviceWorker.controller) changeViewer({ update_ready: true });
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
}

/** The newer version takes over, and the page is loaded by it, with what was typed on it. */
export async function takeUpdate(): Promise<void> {
  keepTyped();
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
  if (waiting) waiting.postMessage("take over");
  else window.location.reload();
}
