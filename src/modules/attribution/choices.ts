/** What a visitor allows, and what that permits. Pure. */
import type { Region } from "./regions.ts";

export const PURPOSES = ["attribution", "statistics", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];
export type Choices = Record<Purpose, boolean>;

/** What stands in the cookie: the choices, which words were read, when, and an id only where something was allowed. */
export type KeptChoices = { choices: Choices; version: string; at: string; visitor_id: string | null };

const NOTHING: Choices = { attribution: false, statistics: false, marketing: false };
/** SPEC §3 `terms`: stats and cookies are true until somebody says otherwise, where the law lets them be. */
const DEFAULTS: Choices = { attribution: true, statistics: true, marketing: true };

/**
 * What may be done now. Global Privacy Control wins over every earlier yes: no pixel, and no event that says who it was.
 * Where the visitor came from stays as chosen: that record is ours alone and is sold to nobody.
 */
export function permitted(state: { region: Region; gpc: boolean; choices: Partial<Choices> | null }): Choices {
  const { region, gpc, choices } = state;
  const base = { ...(region === "asks" ? NOTHING : DEFAULTS), ...choices };
  return gpc ? { ...base, statistics: false, marketing: false } : base;
}

export const isAnyAllowed = (choices: Choices): boolean => PURPOSES.some((purpose) => choices[purpose]);

export function writeChoices(kept: KeptChoices): string {
  const { choices, version, at, visitor_id } = kept;
  const flags = PURPOSES.map((purpose) => (choices[purpose] ? purpose[0] : "")).join("");
  return [flags, version, String(Math.floor(Date.parse(at) / 1_000)), visitor_id ?? ""].join(".");
}

/** Null for anything that was not written by `writeChoices`: an unreadable choice is none. */
export function readChoices(text: string | null): KeptChoices | null {
  const match = /^(a?s?m?)\.([0-9a-f]{12})\.(\d{9,11})\.([0-9a-f-]{36})?$/.exec(text ?? "");
  if (!match) return null;
  const [, flags = "", version = "", seconds, visitor] = match;
  return {
    choices: { attribution: flags.includes("a"), statistics: flags.includes("s"), marketing: flags.includes("m") },
    version,
    at: new Date(Number(seconds) * 1_000).toISOString(),
    visitor_id: visitor ?? null,
  };
}

/** `Sec-GPC: 1` is the whole signal; anything else is none. */
export const isGpc = (header: unknown): boolean => header === "1";
