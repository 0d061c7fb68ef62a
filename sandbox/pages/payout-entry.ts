import { esc } from "../markup.ts";

const TAG: Record<string, string> = {
  SUCCESS: "good",
  EXECUTED: "good",
  FAILED: "bad",
  RETURNED: "bad",
  BLOCKED: "bad",
  CANCELED: "bad",
  DENIED: "bad",
};

/** The buttons that settle one payout. */
export function payoutButtons(id: string, choices: [verb: string, label: string][]): string {
  return choices
    .map(
      ([verb, label]) =>
        `<form class="inline" method="post" action="/play/payouts/${encodeURIComponent(id)}/${verb}"><button class="quiet">${label}</button></form>`,
    )
    .join("");
}

/** One payout on the play page; `line` and `actions` are HTML. */
export function payoutEntry(title: string, status: string, line: string, actions: string): string {
  return `<article class="order"><div class="head"><strong>${esc(title)}</strong><span class="tag ${TAG[status] ?? "wait"}">${esc(status)}</span></div><p class="soft small" style="margin:2px 0 0">${line}</p><div class="actions tight">${actions}</div></article>`;
}
