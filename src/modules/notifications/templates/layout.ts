/**
 * The frame of every mail (SPEC "Texts"): 600 px table, sheet on sunk, double rule under the mark, inline styles, dark
 * variant, plain-text twin. The fact and the amount stand in the headline.
 */
import type { Language } from "#platform/http";

export type TrailStop = { title: string; detail: string; state: "done" | "now" | "next" | "failed" };

/** What a mail says; the layout turns it into markup and into plain text, so that both always say the same. */
export type Letter = {
  subject: string;
  headline: string;
  lead: string;
  slip?: {
    title: string;
    rows: { term: string; value: string }[];
    /** `back`: money that comes to the reader, which alone is green. */
    total?: { term: string; value: string; back?: boolean };
  };
  trail?: TrailStop[];
  /** Several things in one letter, each with its own way on. */
  parts?: readonly { title: string; text: string; link?: { label: string; href: string } }[];
  button?: { label: string; href: string };
  /** Plain links under the button: the other ways to go on, such as stopping what the mail is about. */
  also?: { label: string; href: string }[];
  after?: string;
};

export type Frame = {
  language: Language;
  brand: string;
  publicUrl: string;
  postalAddress: string;
  reason: string;
  leave: { href: string; label: string } | null;
};

export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Words that somebody typed keep their lines. */
const escapeLines = (text: string): string => escapeMarkup(text).replaceAll("\n", "<br>");

const DISPLAY = "Besley, Rockwell, Georgia, serif";
const TEXT = "'Public Sans', Arial, Helvetica, sans-serif";
const DOTS: Record<TrailStop["state"], string> = {
  done: "#0E4D3A",
  now: "#D98F1F",
  next: "#B8AC96",
  failed: "#A5301D",
};

export function renderHtml(letter: Letter, frame: Frame): string {
  return `<!doctype html>
<html lang="${frame.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(letter.subject)}</title>
<style>@media (prefers-color-scheme: dark){.ground{background:#0E110E!important}.sheet{background:#1B1F1A!important;border-color:#2E342C!important}.ink{color:#F2EEE3!important}.ink2{color:#CCC8BB!important}.back{color:#8FD6B3!important}.rule{border-color:#F2EEE3!important}.line{border-color:#2E342C!important}.done{background:#7FCBA6!important}.failed{background:#E88A72!important}.btn{background:#7FCBA6!important;color:#06231A!important}}</style></head>
<body class="ground" style="margin:0;background:#F3EEE3;">
<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(letter.lead)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#F3EEE3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="sheet" style="width:100%;max-width:600px;background:#FFFDF9;border:1px solid #DFD7C7;border-radius:10px">
<tr><td style="padding:20px 32px;border-bottom:3px double #B8AC96"><a class="ink" href="${escapeMarkup(frame.publicUrl)}" style="font:600 20px ${DISPLAY};color:#1C1B17;text-decoration:none">${escapeMarkup(frame.brand)}</a></td></tr>
<tr><td style="padding:28px 32px 8px"><h1 class="ink" style="margin:0;font:560 26px/32px ${DISPLAY};color:#1C1B17">${escapeMarkup(letter.headline)}</h1>
<p class="ink2" style="margin:12px 0 0;font:400 16px/24px ${TEXT};color:#4B473E">${escapeLines(letter.lead)}</p></td></tr>
${letter.slip ? renderSlip(letter.slip) : ""}${letter.trail ? renderTrail(letter.trail) : ""}${(letter.parts ?? []).map(renderPart).join("")}
${letter.button ? `<tr><td style="padding:20px 32px 8px"><a class="btn" href="${escapeMarkup(letter.button.href)}" style="display:inline-block;background:#0E4D3A;color:#FFFDF9;font:620 15px ${TEXT};text-decoration:none;padding:14px 22px;border-radius:6px">${escapeMarkup(letter.button.label)}</a></td></tr>` : ""}
${(letter.also ?? []).map((link) => `<tr><td style="padding:8px 32px"><a class="ink2" href="${escapeMarkup(link.href)}" style="font:560 15px/22px ${TEXT};color:#0E4D3A">${escapeMarkup(link.label)}</a></td></tr>`).join("")}
${letter.after ? `<tr><td style="padding:8px 32px"><p class="ink2" style="margin:0;font:400 14px/20px ${TEXT};color:#4B473E">${escapeLines(letter.after)}</p></td></tr>` : ""}
<tr><td style="padding:20px 32px 26px"><p class="ink2" style="margin:0;font:400 12px/18px ${TEXT};color:#676051">${escapeMarkup(frame.reason)}${frame.leave ? ` <a class="ink2" href="${escapeMarkup(frame.leave.href)}" style="color:#676051">${escapeMarkup(frame.leave.label)}</a>` : ""}<br>${escapeMarkup(frame.postalAddress)}</p></td></tr>
</table></td></tr></table></body></html>`;
}

function renderSlip(slip: NonNullable<Letter["slip"]>): string {
  const cell = "padding:7px 0;font:";
  const row = ({ term, value }: { term: string; value: string }) =>
    `<tr><td class="ink2" style="${cell}400 15px ${TEXT};color:#4B473E">${escapeMarkup(term)}</td><td class="ink" align="right" style="${cell}560 15px ${TEXT};color:#1C1B17">${escapeMarkup(value)}</td></tr>`;
  const sum = ({ term, value, back }: NonNullable<typeof slip.total>) =>
    `<tr><td class="ink rule" style="${cell}650 15px ${TEXT};color:#1C1B17;border-top:1px solid #1C1B17">${escapeMarkup(term)}</td><td class="${back ? "back" : "ink"} rule" align="right" style="${cell}650 15px ${TEXT};color:${back ? "#0E4D3A" : "#1C1B17"};border-top:1px solid #1C1B17;border-bottom:3px double #1C1B17">${escapeMarkup(value)}</td></tr>`;
  return `<tr><td style="padding:16px 32px 4px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #B8AC96;padding:14px 18px"><tr><td colspan="2" class="ink" style="padding:0 0 6px;font:600 16px ${DISPLAY};color:#1C1B17">${escapeMarkup(slip.title)}</td></tr>${slip.rows.map(row).join("")}${slip.total ? sum(slip.total) : ""}</table></td></tr>`;
}

function renderTrail(trail: readonly TrailStop[]): string {
  const stop = (entry: TrailStop) =>
    `<tr><td width="22" valign="top" style="padding:6px 0"><span class="${entry.state}" style="display:inline-block;width:12px;height:12px;border-radius:50%;background:${DOTS[entry.state]};margin-top:4px"></span></td><td style="padding:4px 0 8px"><span class="ink" style="font:620 15px/20px ${TEXT};color:#1C1B17">${escapeMarkup(entry.title)}</span><br><span class="ink2" style="font:400 13px/18px ${TEXT};color:#676051">${escapeMarkup(entry.detail)}</span></td></tr>`;
  return `<tr><td style="padding:16px 32px 4px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${trail.map(stop).join("")}</table></td></tr>`;
}

function renderPart({ title, text, link }: NonNullable<Letter["parts"]>[number]): string {
  const way = link
    ? `<br><a class="back" href="${escapeMarkup(link.href)}" style="font:560 14px/22px ${TEXT};color:#0E4D3A">${escapeMarkup(link.label)}</a>`
    : "";
  return `<tr><td style="padding:16px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="line" style="padding:12px 0 0;border-top:1px solid #DFD7C7"><span class="ink" style="font:620 16px/22px ${TEXT};color:#1C1B17">${escapeMarkup(title)}</span><br><span class="ink2" style="font:400 14px/20px ${TEXT};color:#4B473E">${escapeLines(text)}</span>${way}</td></tr></table></td></tr>`;
}

export function renderPlain(letter: Letter, frame: Frame): string {
  const lines = [letter.headline, "", letter.lead, ""];
  if (letter.slip) {
    lines.push(letter.slip.title);
    for (const row of letter.slip.rows) lines.push(`  ${row.term}: ${row.value}`);
    if (letter.slip.total) lines.push(`  ${letter.slip.total.term}: ${letter.slip.total.value}`);
    lines.push("");
  }
  for (const stop of letter.trail ?? []) lines.push(`  ${stop.title}: ${stop.detail}`);
  if (letter.trail) lines.push("");
  for (const { title, text, link } of letter.parts ?? [])
    lines.push(title, `  ${text}`, ...(link ? [`  ${link.label}: ${link.href}`] : []), "");
  if (letter.button) lines.push(`${letter.button.label}: ${letter.button.href}`, "");
  for (const link of letter.also ?? []) lines.push(`${link.label}: ${link.href}`, "");
  if (letter.after) lines.push(letter.after, "");
  lines.push(
    "--",
    frame.reason,
    ...(frame.leave ? [`${frame.leave.label}: ${frame.leave.href}`] : []),
    frame.postalAddress,
  );
  return lines.join("\n");
}
