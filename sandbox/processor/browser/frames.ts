import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { esc } from "../../markup.ts";
import { dollars } from "../../money.ts";
import type { World } from "../../world.ts";
import { every, find, shown, type Thing } from "../book.ts";
import { TEST_CARDS } from "../cards.ts";
import { answerPayment, type PaymentIntent } from "../payment-intents.ts";
import { createWalletMethod } from "../payment-methods.ts";
import { answerSetup, type SetupIntent } from "../setup-intents.ts";
import type { Steering } from "../steering.ts";

type Query = Record<string, string | undefined>;
const WALLETS = { apple_pay: "Apple Pay", google_pay: "Google Pay" } as const;
type Wallet = keyof typeof WALLETS;

const script = (name: string): string => readFileSync(new URL(`./${name}.js`, import.meta.url), "utf8");

/** Frames are transparent and of one colour scheme, so that the page around them shows through in both modes. */
const STYLE = `:root{color-scheme:light only}*{box-sizing:border-box}html,body{margin:0;background:transparent}
body{font:16px/24px var(--font,system-ui,sans-serif)}form{display:grid;gap:12px}
input{width:100%;border:0;padding:0;margin:0;background:transparent;outline:0;color:var(--color);font:var(--size)/var(--line) var(--font);letter-spacing:var(--spacing)}
input::placeholder{color:var(--soft);opacity:1}input[aria-invalid=true]{color:var(--bad)}
label{display:grid;gap:4px;font-size:.875em;color:var(--color)}label input{border:1px solid #8d93a3;border-radius:6px;padding:10px 12px}
.wallets{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:12px;padding:2px}
.wallets button{height:var(--height,44px);border-radius:var(--radius,6px);border:1px solid #000;background:#000;color:#fff;font:600 18px/1 system-ui,sans-serif;cursor:pointer}
.wallets button.white{background:#fff;color:#1f1f1f;border-color:#747775}
button:focus-visible,select:focus-visible{outline:3px solid #2b6cff;outline-offset:1px}
.sheet{background:#fff;color:#1d1d1d;border-radius:14px;padding:24px;display:grid;gap:14px;align-content:start;min-height:100vh}
.sheet h1{font:600 22px/1.2 system-ui,sans-serif;margin:0}.sheet p{margin:0}.soft{color:#5b5b5b;font-size:14px}
.sheet button{min-height:48px;border-radius:10px;border:1px solid #1d1d1d;background:#1d1d1d;color:#fff;font:600 16px/1 system-ui,sans-serif;cursor:pointer}
.sheet button.quiet{background:#fff;color:#1d1d1d}.sheet select{min-height:44px;font:inherit;width:100%}.sheet label input{width:100%}`;

function documentOf(title: string, body: string, code: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${esc(title)}</title><style>${STYLE}</style></head><body>${body}<script src="/stripe/frame/${code}.js"></script></body></html>`;
}

const page = (reply: FastifyReply, html: string) =>
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(html);

function bankPage(intent: Thing): string {
  const amount = typeof intent.amount === "number" ? dollars(intent.amount) : "no charge now";
  return documentOf(
    "Card authentication",
    `<main class="sheet"><p class="soft">Sandbox bank</p><h1>Is this you?</h1><p>Tuppence asks your bank to approve this card: ${esc(amount)}.</p>
<button value="approve">Approve</button><button value="fail" class="quiet">Fail</button><button value="close" class="quiet">Close</button></main>`,
    "bank",
  );
}

function sheetPage(query: Query, wallet: Wallet): string {
  const amount = Number(query.amount);
  const price = query.amount && Number.isFinite(amount) ? dollars(amount) : "Nothing now";
  const cards = TEST_CARDS.filter((card) => !card.authentication).map(
    (card) =>
      `<option value="${card.number}">•••• ${card.number.slice(-4)}${card.declines ? ` (${esc(card.declines.decline_code ?? card.declines.code)})` : ""}</option>`,
  );
  return documentOf(
    WALLETS[wallet],
    `<main class="sheet" data-sheet="${wallet}"><p class="soft">Sandbox wallet</p><h1>${WALLETS[wallet]}</h1><p>${esc(query.business || "Tuppence")}</p>
<p><b>${esc(price)}</b>${query.label ? ` <span class="soft">${esc(query.label)}</span>` : ""}</p><label>Card <select>${cards.join("")}</select></label>
<button data-approve>Approve</button><button data-cancel class="quiet">Cancel</button></main>`,
    "wallets",
  );
}

/** A wallet shows on registered domains only, and on the machine itself. */
function walletsFor(world: World, steering: Steering, host: string): Wallet[] {
  const local = host === "localhost" || host === "127.0.0.1";
  const domain = every(world, "payment_method_domain").find((one) => one.domain_name === host);
  if (!local && domain?.enabled !== true) return [];
  return (["apple_pay", "google_pay"] as const).filter((wallet) => steering.wallets[wallet]);
}

const isWallet = (text: string | undefined): text is Wallet => text === "apple_pay" || text === "google_pay";

export function registerFrames(app: FastifyInstance, world: World, steering: Steering): void {
  const code = (reply: FastifyReply, name: string) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(script(name));
  for (const path of ["/stripe/endive/stripe.js", "/stripe/v3/", "/stripe/v3"])
    app.get(path, { config: { target: "stripe.script" } }, (_request, reply) => code(reply, "stripe"));
  for (const name of ["card-field", "wallets", "bank"])
    app.get(`/stripe/frame/${name}.js`, (_request, reply) => code(reply, name));

  app.get("/stripe/frame/card", { config: { target: "stripe.frames" } }, (_request, reply) =>
    page(reply, documentOf("Secure card input", "<form novalidate></form>", "card-field")),
  );
  app.get<{ Querystring: Query }>("/stripe/frame/wallets", (request, reply) => {
    const wallets = walletsFor(world, steering, request.query.host ?? "");
    const buttons = wallets.map(
      (wallet) =>
        `<button type="button" data-wallet="${wallet}" aria-label="${WALLETS[wallet]}">${wallet === "apple_pay" ? "Apple Pay" : "G Pay"}</button>`,
    );
    const body = `<div class="wallets" data-wallets="${esc(JSON.stringify(wallets))}">${buttons.join("")}</div>`;
    return page(reply, documentOf("Express checkout", body, "wallets"));
  });
  app.get<{ Querystring: Query }>("/stripe/frame/sheet", (request, reply) => {
    const { wallet } = request.query;
    return isWallet(wallet) ? page(reply, sheetPage(request.query, wallet)) : reply.code(404).send();
  });
  app.post<{ Body: Query | null }>("/stripe/frame/wallet-card", (request, reply) => {
    const { wallet, card } = request.body ?? {};
    const known = TEST_CARDS.find((one) => one.number === card);
    if (!isWallet(wallet) || !known) return reply.code(400).send({ error: "There is no such wallet or card." });
    return shown(createWalletMethod(world, wallet, { name: "Ann Lee", email: "ann@example.com" }, known.number));
  });

  const intentOf = (id: string, secret: string | undefined) => {
    const intent = find(world, id, id.startsWith("seti_") ? "setup_intent" : "payment_intent");
    return intent && intent.client_secret === secret ? intent : undefined;
  };
  app.get<{ Params: { id: string }; Querystring: Query }>("/stripe/3ds/:id", (request, reply) => {
    const intent = intentOf(request.params.id, request.query.secret);
    return intent ? page(reply, bankPage(intent)) : reply.code(404).send({ error: "There is no such question." });
  });
  app.post<{ Params: { id: string }; Body: Query | null }>("/stripe/3ds/:id", (request, reply) => {
    const { secret, outcome } = request.body ?? {};
    const intent = intentOf(request.params.id, secret);
    if (!intent) return reply.code(404).send({ error: "There is no such question." });
    if (intent.object === "setup_intent") answerSetup(world, intent as SetupIntent, outcome === "approve");
    else answerPayment(world, intent as PaymentIntent, outcome === "approve");
    return { ok: true };
  });
}
