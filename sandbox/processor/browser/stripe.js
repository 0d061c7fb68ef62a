// What js.stripe.com serves, as far as Tuppence uses it: Elements, confirmation, and the bank's question. It holds no
// card data: fields are documents of this script's own origin, and only ids of payment methods come out of them.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const BASE = `${ORIGIN}/stripe`;
  const FIELDS = ["cardNumber", "cardExpiry", "cardCvc", "card", "payment"];
  let count = 0;

  const fail = (error) => ({ error });
  const kindOf = (secret) => (secret.startsWith("seti_") ? "setup" : "payment");
  const idOf = (secret) => secret.split("_secret_")[0];

  function flatten(value, prefix, into) {
    for (const [key, inner] of Object.entries(value)) {
      const name = prefix ? `${prefix}[${key}]` : key;
      if (inner === undefined || inner === null) continue;
      if (typeof inner === "object") flatten(inner, name, into);
      else into.append(name, String(inner));
    }
    return into;
  }

  /** Calls with the publishable key; the secret of the intent opens that one intent. */
  async function api(key, method, path, params) {
    const form = flatten(params, "", new URLSearchParams());
    const url = `${BASE}/v1${path}${method === "GET" ? `?${form}` : ""}`;
    try {
      const reply = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method === "POST" ? { body: form } : {}),
      });
      return await reply.json();
    } catch {
      return fail({ type: "api_connection_error", message: "We could not reach the payment provider." });
    }
  }

  function makeFrame(path, title) {
    const frame = document.createElement("iframe");
    frame.src = `${BASE}/frame/${path}`;
    frame.title = title;
    frame.allow = "payment *";
    frame.setAttribute("scrolling", "no");
    frame.style.cssText =
      "border:0;margin:0;padding:0;display:block;width:100%;height:1.5rem;background:transparent;color-scheme:light only";
    return frame;
  }

  /** Messages from one frame only, whoever else writes to the window. */
  function listen(frame, act) {
    const hear = (event) => {
      if (event.origin === ORIGIN && event.source === frame.contentWindow) act(event.data);
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }

  /** A frame over the page: the bank's question, or the sheet of a wallet. Resolves with its last word. */
  function openOver(url, title, onMessage) {
    const before = document.activeElement;
    const cover = document.createElement("div");
    cover.setAttribute("role", "dialog");
    cover.setAttribute("aria-modal", "true");
    cover.setAttribute("aria-label", title);
    cover.style.cssText =
      "position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;background:rgba(20,20,20,.55)";
    const frame = makeFrame("blank", title);
    frame.src = url;
    frame.style.width = "min(26rem,94vw)";
    frame.style.height = "min(30rem,92vh)";
    cover.append(frame);
    document.body.append(cover);
    frame.addEventListener("load", () => frame.focus());
    const stop = listen(frame, (message) => onMessage(message));
    return {
      send: (message) => frame.contentWindow?.postMessage(message, ORIGIN),
      close() {
        stop();
        cover.remove();
        if (before instanceof HTMLElement) before.focus();
      },
    };
  }

  function askOwner(action) {
    return new Promise((done) => {
      const window3ds = openOver(action.use_stripe_sdk.stripe_js, "Card authentication", (message) => {
        if (message?.type !== "authenticated" && message?.type !== "closed") return;
        window3ds.close();
        done();
      });
    });
  }

  function resultOf(kind, intent) {
    if (intent.error) {
      const { setup_intent, payment_intent, ...rest } = intent.error;
      return fail({
        ...rest,
        ...(setup_intent ? { setup_intent } : {}),
        ...(payment_intent ? { payment_intent } : {}),
      });
    }
    const problem = intent.last_setup_error ?? intent.last_payment_error;
    if (intent.status === "requires_payment_method" && problem) return fail({ ...problem, [`${kind}_intent`]: intent });
    return { [`${kind}Intent`]: intent };
  }

  async function finish(key, secret, intent) {
    const kind = kindOf(secret);
    if (intent.error || intent.status !== "requires_action") return resultOf(kind, intent);
    await askOwner(intent.next_action);
    return resultOf(kind, await read(key, secret));
  }

  const read = (key, secret) =>
    api(key, "GET", `/${kindOf(secret)}_intents/${idOf(secret)}`, { client_secret: secret });

  async function confirm(key, secret, params) {
    const path = `/${kindOf(secret)}_intents/${idOf(secret)}/confirm`;
    return finish(key, secret, await api(key, "POST", path, { client_secret: secret, ...params }));
  }

  class Element {
    constructor(elements, type, options) {
      count += 1;
      this.elements = elements;
      this.type = type;
      this.options = options ?? {};
      this.name = `__privateStripeFrame${count}`;
      this.handlers = {};
      this.waiting = new Map();
      this.state = { empty: true, complete: false, error: undefined };
    }
    on(name, act) {
      this.handlers[name] = [...(this.handlers[name] ?? []), act];
      return this;
    }
    once(name, act) {
      const only = (event) => {
        this.off(name, only);
        act(event);
      };
      return this.on(name, only);
    }
    off(name, act) {
      this.handlers[name] = act ? (this.handlers[name] ?? []).filter((one) => one !== act) : [];
      return this;
    }
    emit(name, event = {}) {
      for (const act of this.handlers[name] ?? []) act({ elementType: this.type, ...event });
    }
    mount(place) {
      const box = typeof place === "string" ? document.querySelector(place) : place;
      if (!box) throw new Error(`The element you specified to mount to does not exist: ${place}`);
      this.unmount();
      this.box = box;
      box.replaceChildren();
      const wallets = this.type === "expressCheckout";
      const query = new URLSearchParams({ kind: this.type, host: location.hostname });
      this.frame = makeFrame(`${wallets ? "wallets" : "card"}?${query}`, this.title());
      this.frame.name = this.name;
      box.classList.add("StripeElement");
      this.stop = listen(this.frame, (message) => this.hear(message));
      box.append(this.frame);
      // A click on the label of the box goes to the field in it, as the real script does.
      for (const label of box.id ? document.querySelectorAll(`label[for="${CSS.escape(box.id)}"]`) : [])
        label.addEventListener("click", () => this.focus());
    }
    title() {
      return (
        {
          cardNumber: "Secure card number input frame",
          cardExpiry: "Secure expiration date input frame",
          cardCvc: "Secure CVC input frame",
          expressCheckout: "Secure express checkout frame",
        }[this.type] ?? "Secure payment input frame"
      );
    }
    send(message) {
      this.frame?.contentWindow?.postMessage(message, ORIGIN);
    }
    ask(message) {
      return new Promise((answer) => {
        count += 1;
        this.waiting.set(count, answer);
        this.send({ ...message, nonce: count });
      });
    }
    hear(message) {
      if (message?.type === "loaded") {
        const { appearance, locale, group } = this.elements;
        this.send({ type: "options", options: this.options, appearance, locale, group });
      } else if (message?.type === "size") this.frame.style.height = `${message.height}px`;
      else if (message?.type === "reply") {
        this.waiting.get(message.nonce)?.(message.answer);
        this.waiting.delete(message.nonce);
      } else if (message?.type === "wallet") this.walletClicked(message.wallet);
      else if (message?.type === "event") {
        if (message.name === "change") this.changed(message.event);
        if (message.name === "focus" || message.name === "blur")
          this.box.classList.toggle("StripeElement--focus", message.name === "focus");
        this.emit(message.name, message.event);
      }
    }
    changed(state) {
      this.state = state;
      this.box.classList.toggle("StripeElement--empty", state.empty);
      this.box.classList.toggle("StripeElement--complete", state.complete);
      this.box.classList.toggle("StripeElement--invalid", Boolean(state.error));
    }
    walletClicked(wallet) {
      this.emit("click", {
        expressPaymentType: wallet,
        reject: () => undefined,
        resolve: (options = {}) => this.openSheet(wallet, options),
      });
    }
    openSheet(wallet, options) {
      const { mode, amount, currency } = this.elements.options;
      const query = new URLSearchParams({
        wallet,
        amount: String(amount ?? ""),
        currency: currency ?? "usd",
        mode: mode ?? "",
        business: options.business?.name ?? "",
        label: options.applePay?.recurringPaymentRequest?.paymentDescription ?? "",
      });
      const sheet = openOver(
        `${BASE}/frame/sheet?${query}`,
        wallet === "apple_pay" ? "Apple Pay" : "Google Pay",
        (message) => {
          if (message?.type === "cancel") {
            sheet.close();
            this.emit("cancel");
          }
          if (message?.type !== "approve") return;
          this.elements.wallet = { sheet, method: message.payment_method };
          this.emit("confirm", {
            expressPaymentType: wallet,
            billingDetails: message.billing_details,
            paymentFailed: () => sheet.close(),
          });
        },
      );
    }
    update(options) {
      this.options = { ...this.options, ...options };
      this.send({ type: "options", options: this.options, locale: this.elements.locale, group: this.elements.group });
    }
    focus() {
      this.frame?.focus();
      this.send({ type: "focus" });
    }
    blur() {
      this.send({ type: "blur" });
    }
    clear() {
      this.send({ type: "clear" });
    }
    unmount() {
      this.stop?.();
      this.frame?.remove();
      this.box?.classList.remove(
        "StripeElement",
        "StripeElement--focus",
        "StripeElement--invalid",
        "StripeElement--complete",
        "StripeElement--empty",
      );
      this.frame = undefined;
    }
    destroy() {
      this.unmount();
      this.elements.made.delete(this.type);
    }
  }

  function createElements(options, locale) {
    count += 1;
    const elements = {
      options,
      locale: options.locale ?? locale ?? "auto",
      appearance: options.appearance,
      group: `stripe-${Date.now()}-${count}`,
      made: new Map(),
      wallet: null,
    };
    const front = {
      create(type, given) {
        if (!FIELDS.includes(type) && type !== "expressCheckout")
          throw new Error(`There is no element of type ${type}.`);
        if (elements.made.has(type))
          throw new Error(`Can only create one Element of type ${type} through this instance.`);
        const element = new Element(elements, type, given);
        elements.made.set(type, element);
        return element;
      },
      getElement: (type) => elements.made.get(type) ?? null,
      update: (more) => Object.assign(elements.options, more),
      fetchUpdates: async () => ({}),
      async submit() {
        if (elements.wallet) return {};
        const payment = elements.made.get("payment");
        return payment ? payment.ask({ type: "validate" }) : {};
      },
      _inner: elements,
    };
    return front;
  }

  function Stripe(key, options = {}) {
    if (typeof key !== "string" || !key.startsWith("pk_"))
      throw new Error("Please call Stripe() with your publishable key.");
    const fromElement = async (element, billing_details) => {
      const answer = await element.ask({ type: "createPaymentMethod", key, billing_details });
      return answer;
    };
    async function confirmCard(secret, data = {}) {
      const given = data.payment_method;
      if (given === undefined) return confirm(key, secret, {});
      if (typeof given === "string") return confirm(key, secret, { payment_method: given });
      const made = await fromElement(given.card, given.billing_details ?? {});
      return made.error ? made : confirm(key, secret, { payment_method: made.paymentMethod.id });
    }
    async function confirmElements({ elements, clientSecret, confirmParams = {}, redirect = "always" }) {
      const inner = elements?._inner;
      const secret = clientSecret ?? inner?.options.clientSecret;
      if (!secret) return fail({ type: "invalid_request_error", message: "A client secret is needed." });
      let method = confirmParams.payment_method;
      const wallet = inner?.wallet;
      if (wallet) method = wallet.method;
      else if (inner && !method) {
        const made = await fromElement(
          inner.made.get("payment"),
          confirmParams.payment_method_data?.billing_details ?? {},
        );
        if (made.error) return made;
        method = made.paymentMethod.id;
      }
      wallet?.sheet.close();
      if (inner) inner.wallet = null;
      const result = await confirm(key, secret, { ...(method ? { payment_method: method } : {}) });
      if (!result.error && redirect === "always" && confirmParams.return_url) {
        const back = new URL(confirmParams.return_url);
        back.searchParams.set(`${kindOf(secret)}_intent`, idOf(secret));
        back.searchParams.set(`${kindOf(secret)}_intent_client_secret`, secret);
        back.searchParams.set("redirect_status", "succeeded");
        location.assign(back);
      }
      return result;
    }
    return {
      elements: (given = {}) => createElements(given, options.locale),
      createPaymentMethod: async ({ card, elements, billing_details, params }) =>
        fromElement(card ?? elements._inner.made.get("payment"), billing_details ?? params?.billing_details ?? {}),
      confirmCardSetup: confirmCard,
      confirmCardPayment: confirmCard,
      confirmSetup: confirmElements,
      confirmPayment: confirmElements,
      async handleNextAction({ clientSecret }) {
        return finish(key, clientSecret, await read(key, clientSecret));
      },
      retrieveSetupIntent: async (secret) => resultOf("setup", await read(key, secret)),
      retrievePaymentIntent: async (secret) => resultOf("payment", await read(key, secret)),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
