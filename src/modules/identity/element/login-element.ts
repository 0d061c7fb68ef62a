/**
 * `<tuppence-login>` for partners' pages, sent as `/elements/login.js`. A button that opens our sign-in as a window of its
 * own, in which the address bar says whose page it is; what comes back is a token that opens one session within ten
 * minutes. It says so by the event `tuppence-login` (`detail.token`, `detail.callback`) and `tuppence-login-closed`.
 *
 * Attributes: `lang` (en, es), `page` (sm-login, sm-register), `partner`, `theme` (theme1, theme2, theme3). The file stands
 * alone: it is sent with its types taken off, so it imports nothing.
 */
(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  const home = new URL(script?.src ?? window.location.href).origin;
  const MESSAGE = "tuppence-login";
  const LOOK_MS = 500;

  /** How each partner calls itself, home first: written in here when the file is sent. */
  const NAMES: Record<string, string> = {};

  const WORDS = {
    en: {
      "sm-login": "Log in with {{name}}",
      "sm-register": "Join {{name}}",
      waiting: "Finish in the window that opened.",
      again: "Open it again",
      blocked: "Your browser blocked the window. Press the button once more.",
      done: "Signed in",
    },
    es: {
      "sm-login": "Inicia sesión con {{name}}",
      "sm-register": "Únete a {{name}}",
      waiting: "Termina en la ventana que se abrió.",
      again: "Abrirla de nuevo",
      blocked: "Tu navegador bloqueó la ventana. Presiona el botón otra vez.",
      done: "Sesión iniciada",
    },
  } as const;

  const COLOURS: Record<string, [ground: string, ink: string]> = {
    theme1: ["#0E4D3A", "#FFFDF9"],
    theme2: ["#123F63", "#FFFDF9"],
    theme3: ["#2B2A28", "#FFFDF9"],
  };

  const STYLE = `
    :host { display: inline-block; font: 400 14px/20px system-ui, sans-serif; }
    button { font: 620 16px/24px system-ui, sans-serif; min-height: 44px; padding: 8px 18px; border: 0; border-radius: 6px; background: var(--ground); color: var(--ink); cursor: pointer; }
    button:hover { filter: brightness(1.12); }
    button:focus-visible { outline: 2px solid #B06A2C; outline-offset: 2px; }
    button[disabled] { filter: grayscale(.4); cursor: default; }
    p { margin: 6px 0 0; max-width: 320px; }
    p:empty { display: none; }`;

  class TuppenceLogin extends HTMLElement {
    static observedAttributes = ["lang", "page", "partner", "theme"];
    opened: Window | null = null;
    state = "";
    timer = 0;
    button = document.createElement("button");
    note = document.createElement("p");
    listener = (event: MessageEvent) => this.hear(event);

    connectedCallback() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const style = document.createElement("style");
      style.textContent = STYLE;
      this.button.type = "button";
      this.note.setAttribute("role", "status");
      this.button.onclick = () => this.open();
      root.replaceChildren(style, this.button, this.note);
      window.addEventListener("message", this.listener);
      this.show();
    }

    disconnectedCallback() {
      window.removeEventListener("message", this.listener);
      window.clearInterval(this.timer);
    }

    attributeChangedCallback() {
      if (this.isConnected) this.show();
    }

    words() {
      return this.getAttribute("lang") === "es" ? WORDS.es : WORDS.en;
    }

    page(): "sm-login" | "sm-register" {
      return this.getAttribute("page") === "sm-register" ? "sm-register" : "sm-login";
    }

    brand(): string {
      const partner = this.getAttribute("partner") ?? "";
      return (Object.hasOwn(NAMES, partner) ? NAMES[partner] : Object.values(NAMES)[0]) ?? "";
    }

    show() {
      const [ground, ink] = COLOURS[this.getAttribute("theme") ?? ""] ?? (COLOURS.theme1 as [string, string]);
      this.style.setProperty("--ground", ground);
      this.style.setProperty("--ink", ink);
      this.button.textContent = this.opened
        ? this.words().again
        : this.words()[this.page()].replace("{{name}}", this.brand());
      this.button.lang = this.getAttribute("lang") === "es" ? "es" : "en";
    }

    open() {
      this.opened?.close();
      // What comes back must name the window that was opened last.
      this.state = crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-");
      const query = new URLSearchParams({ origin: window.location.origin, state: this.state, page: this.page() });
      if (this.getAttribute("lang") === "es") query.set("lang", "es");
      const partner = this.getAttribute("partner");
      if (partner) query.set("partner", partner);
      const left = Math.max(0, (window.screen.width - 480) / 2);
      this.opened = window.open(
        `${home}/login-full-page?${query}`,
        "tuppence-login",
        `popup,width=480,height=720,left=${left},top=80`,
      );
      this.note.textContent = this.opened ? this.words().waiting : this.words().blocked;
      this.show();
      window.clearInterval(this.timer);
      if (this.opened) this.timer = window.setInterval(() => this.look(), LOOK_MS);
    }

    look() {
      if (!this.opened?.closed) return;
      this.finish("");
      this.dispatchEvent(new CustomEvent("tuppence-login-closed", { bubbles: true, composed: true }));
    }

    hear(event: MessageEvent) {
      const told = event.data as { type?: unknown; token?: unknown; state?: unknown } | null;
      // From our origin, from the window that was opened here, and for this very opening: anything else is not for us.
      if (event.origin !== home || !this.opened || event.source !== this.opened) return;
      if (told?.type !== MESSAGE || told.state !== this.state || typeof told.token !== "string") return;
      this.opened.close();
      this.finish(this.words().done);
      this.dispatchEvent(
        new CustomEvent(MESSAGE, {
          bubbles: true,
          composed: true,
          detail: { token: told.token, callback: `${home}/token/callback/${encodeURIComponent(told.token)}` },
        }),
      );
    }

    finish(note: string) {
      window.clearInterval(this.timer);
      this.opened = null;
      this.state = "";
      this.note.textContent = note;
      this.show();
    }
  }

  if (!customElements.get("tuppence-login")) customElements.define("tuppence-login", TuppenceLogin);
})();
