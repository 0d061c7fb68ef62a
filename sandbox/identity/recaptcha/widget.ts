import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { esc, scriptJson } from "../../markup.ts";
import { perWorld, type World } from "../../world.ts";
import { RECAPTCHA } from "./credentials.ts";

/** Google's token lives two minutes and opens once. */
const TOKEN_MS = 120_000;
const DEFAULT_SCORE = 0.9;

interface Token {
  at: number;
  hostname: string;
  /** Set for tokens of version 3, which were asked for without a person's tick. */
  action: string | null;
  score: number;
  used: boolean;
}

export interface Recaptcha {
  mount(app: FastifyInstance): void;
  issue(hostname: string, action: string | null): string;
  setScore(score: number | null): void;
  /** What the next box does: let its tick run out sooner, or fail as without a connection. */
  setBox(box: { expires_ms?: number | null; fails?: boolean }): void;
}

/** The script that a page loads. It draws a frame from our own origin; the frame hands the token to the page. */
function widgetScript(origin: string, expiresMs: number): string {
  return `(() => {
  const ORIGIN = ${scriptJson(origin)};
  const widgets = [];
  const here = new URL(document.currentScript.src).searchParams;
  const frameFor = (key, more) => {
    const frame = document.createElement("iframe");
    frame.src = ORIGIN + "/recaptcha/api2/anchor?" + new URLSearchParams({ k: key, co: location.hostname, ...more });
    frame.title = "reCAPTCHA";
    frame.style.border = "0";
    return frame;
  };
  const say = (what, value) => (typeof what === "function" ? what(value) : what && typeof window[what] === "function" ? window[what](value) : undefined);
  function render(target, parameters = {}) {
    const element = typeof target === "string" ? document.getElementById(target) : target;
    const id = widgets.length;
    const options = { sitekey: element.dataset.sitekey, callback: element.dataset.callback, "expired-callback": element.dataset.expiredCallback, "error-callback": element.dataset.errorCallback, ...parameters };
    const frame = frameFor(options.sitekey, { id: String(id) });
    frame.width = "304"; frame.height = "78";
    const field = document.createElement("textarea");
    field.name = "g-recaptcha-response"; field.className = "g-recaptcha-response"; field.hidden = true;
    element.append(frame, field);
    widgets.push({ frame, field, options, timer: 0 });
    return id;
  }
  function reset(id = 0) {
    const widget = widgets[id];
    if (!widget) return;
    clearTimeout(widget.timer);
    widget.field.value = "";
    widget.frame.src = widget.frame.src;
  }
  window.addEventListener("message", (event) => {
    if (event.origin !== ORIGIN || !event.data) return;
    const widget = widgets.find((one) => one.frame.contentWindow === event.source);
    if (!widget) return;
    if (event.data.failed) say(widget.options["error-callback"]);
    if (!event.data.token) return;
    widget.field.value = event.data.token;
    say(widget.options.callback, event.data.token);
    clearTimeout(widget.timer);
    widget.timer = setTimeout(() => { widget.field.value = ""; event.source.postMessage("expired", ORIGIN); say(widget.options["expired-callback"]); }, ${expiresMs});
  });
  const execute = (key, { action = "" } = {}) => new Promise((resolve, reject) => {
    const frame = frameFor(key, { action, invisible: "1" });
    frame.hidden = true;
    const done = (work, value) => { clearTimeout(timer); window.removeEventListener("message", hear); frame.remove(); work(value); };
    const hear = (event) => { if (event.source === frame.contentWindow && event.data && event.data.token) done(resolve, event.data.token); };
    const timer = setTimeout(() => done(reject, new Error("Timeout")), 10000);
    window.addEventListener("message", hear);
    document.body.append(frame);
  });
  window.grecaptcha = { render, reset, execute, getResponse: (id = 0) => widgets[id] ? widgets[id].field.value : "", ready: (work) => setTimeout(work, 0) };
  const begin = () => {
    const asked = here.get("render");
    if (asked === null || asked === "onload") for (const element of document.querySelectorAll(".g-recaptcha")) render(element);
    say(here.get("onload"));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin); else begin();
})();
`;
}

/** The frame: a box to tick, or nothing at all for version 3. It asks its own server for the token. */
function anchorPage(query: { co: string; action: string; invisible: boolean }): string {
  const ask = `fetch("/recaptcha/api2/userverify",{method:"POST",headers:{"content-type":"application/json"},body:${JSON.stringify(JSON.stringify({ co: query.co, action: query.invisible ? query.action : null }))}}).then((r)=>{if(!r.ok)throw 0;return r.json()}).then(({token})=>parent.postMessage({token},"*")).catch(()=>parent.postMessage({failed:true},"*"))`;
  const body = query.invisible
    ? `<script>${ask}</script>`
    : `<label style="display:flex;gap:12px;align-items:center;border:1px solid #d3d3d3;background:#f9f9f9;color:#222;height:74px;padding:0 14px;font:14px/1.3 system-ui;box-sizing:border-box"><input type="checkbox" id="box" style="width:24px;height:24px"> <span id="said">I'm not a robot</span> <small style="margin-inline-start:auto;color:#555">sandbox</small></label><script>const box=document.getElementById("box");box.addEventListener("change",()=>{box.disabled=true;${ask}});addEventListener("message",(event)=>{if(event.data!=="expired")return;box.checked=box.disabled=false;document.getElementById("said").textContent="Verification expired. Check the checkbox again."})</script>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>reCAPTCHA</title></head><body style="margin:0">${body}</body></html>`;
}

function createRecaptcha(world: World): Recaptcha {
  const tokens = new Map<string, Token>();
  let score: number | null = null;
  let box = { expires_ms: TOKEN_MS, fails: false };

  function issue(hostname: string, action: string | null): string {
    const token = `03AF${randomBytes(48).toString("base64url")}`;
    tokens.set(token, { at: world.clock.now(), hostname, action, score: score ?? DEFAULT_SCORE, used: false });
    return token;
  }

  function mount(app: FastifyInstance): void {
    app.get("/recaptcha/api.js", { config: { target: "recaptcha.script" } }, (request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cross-origin-resource-policy", "cross-origin")
        .send(widgetScript(`${request.protocol}://${request.host}`, box.expires_ms)),
    );

    app.get<{ Querystring: { k?: string; co?: string; action?: string; invisible?: string } }>(
      "/recaptcha/api2/anchor",
      (request, reply) => {
        reply.type("text/html; charset=utf-8");
        const { k, co = "", action = "", invisible } = request.query;
        if (k !== RECAPTCHA.siteKey && k !== RECAPTCHA.testSiteKey)
          return reply.code(400).send(`<p>ERROR for site owner: Invalid site key ${esc(k)}</p>`);
        return anchorPage({ co: esc(co), action: esc(action), invisible: invisible === "1" });
      },
    );

    app.post<{ Body: { co?: string; action?: string | null } | null }>(
      "/recaptcha/api2/userverify",
      (request, reply) =>
        box.fails
          ? reply.code(503).send({ error: "The sandbox was told to fail." })
          : { token: issue(request.body?.co ?? "", request.body?.action ?? null) },
    );

    app.post<{
      Body: { secret?: string; response?: string } | null;
      Querystring: { secret?: string; response?: string };
    }>("/recaptcha/api/siteverify", { config: { target: "recaptcha.verify" } }, (request) => {
      const { secret = "", response = "" } = { ...request.query, ...request.body };
      const refuse = (...codes: string[]) => ({ success: false, "error-codes": codes });
      if (!secret) return refuse("missing-input-secret");
      // The documented test secret says yes to everything, as Google's does.
      if (secret === RECAPTCHA.testSecret)
        return { success: true, challenge_ts: world.clock.iso(), hostname: "testkey.google.com" };
      if (secret !== RECAPTCHA.secret) return refuse("invalid-input-secret");
      if (!response) return refuse("missing-input-response");
      const token = tokens.get(response);
      if (!token) return refuse("invalid-input-response");
      if (token.used || world.clock.now() - token.at > TOKEN_MS) return refuse("timeout-or-duplicate");
      token.used = true;
      return {
        success: true,
        challenge_ts: new Date(token.at).toISOString().replace(/\.\d{3}Z$/, "Z"),
        hostname: token.hostname,
        ...(token.action === null ? {} : { score: token.score, action: token.action }),
      };
    });
  }

  return {
    mount,
    issue,
    setScore(next) {
      score = next;
    },
    setBox({ expires_ms, fails }) {
      box = { expires_ms: expires_ms ?? TOKEN_MS, fails: fails ?? false };
    },
  };
}

export const recaptchaOf = perWorld(createRecaptcha);
