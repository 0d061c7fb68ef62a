/** What this browser tells of whoever looks, for the rules of the prompts. */
import { readCookie } from "#client/cookies.ts";
import { browserOf, extensionIsThere } from "#client/extension.ts";
import { currentViewer } from "#client/viewer.ts";
import { ASKED, NOES, promptFor } from "./prompt-rules.ts";

export function lookForPrompt(path: string, has_extension: boolean): "first" | "second" | null {
  // Asked in this tab, or another window is open: nothing to interrupt it for.
  if (sessionStorage.getItem(ASKED) || document.querySelector("[role=dialog]")) return null;
  return promptFor({
    has_extension,
    installed: extensionIsThere(),
    browser: browserOf(navigator.userAgent),
    width: window.innerWidth,
    path,
    member: currentViewer().authenticated,
    dismissed: readCookie("dismissed_extension_install"),
    noes: Number(localStorage.getItem(NOES) ?? 0),
  });
}
