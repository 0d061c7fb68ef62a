/**
 * Partners' pixels (SPEC §7). They run in a frame without origin, under a policy of its own, and are taken away after some
 * seconds: the page cannot be read, changed or moved by them, whatever is in them.
 */
import { call } from "./call.ts";

type Loaded = { frame: string; registration: string[]; conversion: string[]; globaldelayed: string[] };
export type Purchase = { transaction_id: string; product?: string; context?: string };

const SECONDS = 5;
const FIRED = "pixels_fired";

function run(frame: string, markup: string): void {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.referrerPolicy = "no-referrer";
  element.title = "Pixel";
  element.tabIndex = -1;
  element.setAttribute("aria-hidden", "true");
  element.style.cssText = "position:absolute;width:1px;height:1px;border:0;opacity:0;pointer-events:none";
  element.src = frame;
  // The frame has no origin that could be named; what it is given holds nothing that its partner may not know.
  element.addEventListener("load", () => element.contentWindow?.postMessage(markup, "*"), { once: true });
  setTimeout(() => element.remove(), SECONDS * 1_000);
  document.body.append(element);
}

const fire = (loaded: Loaded, kinds: readonly ("registration" | "conversion" | "globaldelayed")[]) => {
  for (const kind of kinds) for (const markup of loaded[kind]) run(loaded.frame, markup);
};

/** Once in a browser for an account: the answer may come from the browser's own store for 7 days. */
export async function fireRegistration(): Promise<void> {
  const user_id = JSON.parse(localStorage.getItem("user") ?? "null")?.user_id as string | undefined;
  // An id ends alike in the form that was kept until November 2026.
  if (!user_id || localStorage.getItem(FIRED)?.slice(-12) === user_id.slice(-12)) return;
  localStorage.setItem(FIRED, user_id);
  fire(await call<Loaded>("/landers/load-pixel"), ["registration"]);
}

/** A purchase's pixels; the server gives them once for a transaction. The delayed ones wait for the page to be at rest. */
export async function firePurchase(purchase: Purchase): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(purchase)) form.set(name, value);
  form.set("pixelTypes", "conversion,globaldelayed");
  const loaded = await call<Loaded>("/api/load-pixels", { form });
  fire(loaded, ["conversion"]);
  setTimeout(() => fire(loaded, ["globaldelayed"]), SECONDS * 1_000);
}
