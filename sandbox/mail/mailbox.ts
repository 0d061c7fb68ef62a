import type { FastifyInstance } from "fastify";
import { esc } from "../markup.ts";
import { layout, shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import type { StoredMail } from "./smtp.ts";

export const MAIL_TABLES = {
  mails: `id integer primary key autoincrement, sender text not null, recipients text not null, subject text not null,
    body_text text not null, body_html text not null, headers text not null, at integer not null`,
};

interface Search {
  to?: string;
  subject?: string;
  q?: string;
}

function findMails(world: World, search: Search, limit = 200): StoredMail[] {
  const lower = (text: string | undefined) => (text ?? "").trim().toLowerCase();
  const to = lower(search.to);
  const subject = lower(search.subject);
  const q = lower(search.q);
  return world.db
    .all<StoredMail>("select * from mails order by id desc limit 5000")
    .filter((mail) => to === "" || mail.recipients.includes(to))
    .filter((mail) => subject === "" || mail.subject.toLowerCase().includes(subject))
    .filter((mail) => q === "" || `${mail.recipients} ${mail.subject} ${mail.body_text}`.toLowerCase().includes(q))
    .slice(0, limit);
}

/** A mail as the control API shows it. */
function mailJson(mail: StoredMail) {
  return {
    id: mail.id,
    from: mail.sender,
    to: JSON.parse(mail.recipients) as string[],
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    headers: Object.fromEntries(
      (JSON.parse(mail.headers) as [string, string][]).map(([key, value]) => [key.toLowerCase(), value]),
    ),
    at: new Date(mail.at).toISOString(),
  };
}

function shell(title: string, body: string): string {
  return layout({
    title,
    body,
    tint: "#6a4a7c",
    brand: { name: "Mailbox", tagline: "every mail the product sent", href: "/mailbox" },
    links: [["The world", "/"]],
    note: "Sandbox mailbox: no mail here ever left this machine.",
  });
}

function listPage(mails: StoredMail[], search: Search): string {
  const rows = mails
    .map((mail) => {
      const to = (JSON.parse(mail.recipients) as string[]).join(", ");
      return `<tr><td><a href="/mailbox/${mail.id}">${esc(mail.subject || "(no subject)")}</a></td><td>${esc(to)}</td><td class="soft small">${esc(shortTime(mail.at))}</td></tr>`;
    })
    .join("");
  const table = `<div class="scroll"><table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">When</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  const empty = '<p class="soft">No mail fits. Mail that the product sends shows up here at once.</p>';
  return shell(
    "Mailbox",
    `<h1>Mailbox</h1><form class="row card" method="get" action="/mailbox" role="search">
<label class="wide">Recipient <input name="to" value="${esc(search.to ?? "")}" inputmode="email" autocomplete="off"></label>
<label class="wide">Words <input name="q" value="${esc(search.q ?? "")}"></label><button>Search</button></form>
<section class="card">${mails.length === 0 ? empty : table}</section>`,
  );
}

function mailPage(mail: StoredMail): string {
  const to = (JSON.parse(mail.recipients) as string[]).join(", ");
  const headers = (JSON.parse(mail.headers) as [string, string][]).map(([key, value]) => `${key}: ${value}`).join("\n");
  // The frame runs no script and is kept out of this origin; a link of the mail opens as an ordinary page of its own.
  const html =
    mail.body_html === ""
      ? ""
      : `<section class="card"><h2>As sent</h2><iframe class="mail" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail" srcdoc="${esc(`<base target="_blank">${mail.body_html}`)}"></iframe></section>`;
  return shell(
    mail.subject || "Mail",
    `<p><a href="/mailbox">All mail</a></p><h1>${esc(mail.subject || "(no subject)")}</h1>
<section class="card"><dl class="facts"><dt>From</dt><dd>${esc(mail.sender)}</dd><dt>To</dt><dd>${esc(to)}</dd><dt>When</dt><dd>${esc(shortTime(mail.at))}</dd></dl></section>
${html}<section class="card"><h2>Plain text</h2><pre>${esc(mail.body_text || "(none)")}</pre></section>
<section class="card"><details><summary>Headers</summary><pre>${esc(headers)}</pre></details></section>`,
  );
}

export function registerMailbox(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Search }>("/mailbox", (request, reply) =>
    reply.type("text/html; charset=utf-8").send(listPage(findMails(world, request.query), request.query)),
  );

  app.get<{ Params: { id: string } }>("/mailbox/:id", (request, reply) => {
    const mail = world.db.get<StoredMail>("select * from mails where id = ?", Number(request.params.id));
    reply.type("text/html; charset=utf-8");
    if (!mail) return reply.code(404).send(shell("Not found", "<h1>This mail is not here.</h1>"));
    return mailPage(mail);
  });

  app.get<{ Querystring: Search & { limit?: string } }>("/control/mails", (request) => ({
    mails: findMails(world, request.query, Number(request.query.limit) || 100).map(mailJson),
  }));
}
