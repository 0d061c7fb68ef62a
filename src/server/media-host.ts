/**
 * Pictures come from the page's host with the prefix `media.` (SPEC §7), where that host answers as this service; else from
 * the pages' own, as on localhost. Asked at the start and again from time to time, so that a name which is set up or lost
 * later is followed.
 */
import { sha256 } from "#platform/ids";

/** Answered by every process of this service, so that another's host is not taken for ours. */
export const MEDIA_SIGN_PATH = "/media/sign";
export const mediaSign = (publicUrl: string): string => sha256(`media:${publicUrl}`).toString("hex");

const AGAIN_MS = 300_000;

/** Null where there can be no such host: localhost and bare addresses. */
export function mediaOrigin(publicUrl: string): string | null {
  const { protocol, host, hostname } = new URL(publicUrl);
  if (protocol !== "https:" || !hostname.includes(".") || /^[\d.]+$|^\[/.test(hostname)) return null;
  return `${protocol}//media.${host}`;
}

export type MediaHost = {
  /** Where pictures are now, as an origin; empty for the pages' own. */
  origin(): string;
  look(): Promise<void>;
  close(): void;
};

/** `ask` fetches a text, and fails where nobody answers. */
export function createMediaHost(publicUrl: string, ask: (url: string) => Promise<string>): MediaHost {
  const origin = mediaOrigin(publicUrl);
  let found = "";
  async function look() {
    if (!origin) return;
    const sign = await ask(origin + MEDIA_SIGN_PATH).catch(() => "");
    found = sign.trim() === mediaSign(publicUrl) ? origin : "";
  }
  const timer = origin ? setInterval(() => void look(), AGAIN_MS) : null;
  timer?.unref();
  return { origin: () => found, look, close: () => timer && clearInterval(timer) };
}
