/** A device in words, from what its browser says of itself. */
import { UAParser } from "my-ua-parser";

/** "Firefox on Windows"; names are brands, so they are the same in both languages but for the joining word. */
export function deviceOf(userAgent: string, language: "en" | "es" = "en"): string {
  const { browser, os, device } = new UAParser(userAgent.slice(0, 400)).getResult();
  const name = browser.name?.replace(/^Mobile /, "");
  const on = device.model && device.vendor ? device.model : os.name;
  if (!name && !on) return language === "es" ? "Dispositivo desconocido" : "Unknown device";
  if (!name || !on) return name ?? on ?? "";
  return `${name} ${language === "es" ? "en" : "on"} ${on}`;
}

/** A session that is the extension's own, in the browser that it is part of. */
export const extensionIn = (userAgent: string, language: "en" | "es" = "en"): string =>
  `${language === "es" ? "La extensión en" : "The extension in"} ${deviceOf(userAgent, language)}`;

export type DeviceKind = "phone" | "tablet" | "computer";
export function deviceKindOf(userAgent: string): DeviceKind {
  const { type } = new UAParser(userAgent.slice(0, 400)).getDevice();
  return type === "mobile" ? "phone" : type === "tablet" ? "tablet" : "computer";
}
