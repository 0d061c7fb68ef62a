// One document of the processor: the inputs of a card. What is typed stays here and goes to the processor only.
(() => {
  const kind = new URL(location.href).searchParams.get("kind");
  const WHOLE = kind === "card" || kind === "payment";
  const shown = WHOLE
    ? ["number", "expiry", "cvc", "zip"]
    : [{ cardNumber: "number", cardExpiry: "expiry", cardCvc: "cvc" }[kind]];
  const WORDS = {
    en: {
      number: "Credit or debit card number",
      expiry: "Credit or debit card expiration date",
      cvc: "Credit or debit card CVC/CVV",
      zip: "ZIP code",
    },
    es: {
      number: "Número de tarjeta de crédito o débito",
      expiry: "Vencimiento de la tarjeta de crédito o débito",
      cvc: "CVC/CVV de la tarjeta de crédito o débito",
      zip: "Código postal",
    },
  };
  const PROBLEMS = {
    incomplete_number: ["Your card number is incomplete.", "El número de tu tarjeta está incompleto."],
    invalid_number: ["Your card number is invalid.", "El número de tu tarjeta no es válido."],
    incomplete_expiry: ["Your card's expiration date is incomplete.", "La fecha de vencimiento está incompleta."],
    invalid_expiry_month: ["Your card's expiration date is invalid.", "La fecha de vencimiento no es válida."],
    invalid_expiry_year_past: ["Your card's expiration year is in the past.", "El año de vencimiento ya pasó."],
    incomplete_cvc: ["Your card's security code is incomplete.", "El código de seguridad está incompleto."],
    incomplete_zip: ["Your ZIP code is incomplete.", "Tu código postal está incompleto."],
  };
  const AUTOCOMPLETE = { number: "cc-number", expiry: "cc-exp", cvc: "cc-csc", zip: "postal-code" };
  const inputs = {};
  const form = document.querySelector("form");
  let parentOrigin = "*";
  let language = "en";
  let channel = null;
  let lastTold = "";

  const post = (message) => window.parent.postMessage(message, parentOrigin);
  const digits = (field) => (inputs[field]?.value ?? "").replace(/\D/g, "");
  const brand = (number) =>
    /^4/.test(number)
      ? "visa"
      : /^(5[1-5]|2[2-7])/.test(number)
        ? "mastercard"
        : /^3[47]/.test(number)
          ? "amex"
          : /^6/.test(number)
            ? "discover"
            : "unknown";
  const luhn = (number) =>
    [...number].reverse().reduce((sum, digit, n) => {
      const value = Number(digit) * (n % 2 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
    0;

  function problem(field, left) {
    const value = digits(field);
    const length = value.length;
    if (field === "number") {
      const whole = brand(value) === "amex" ? 15 : 16;
      if (length < whole) return left ? "incomplete_number" : null;
      return luhn(value) ? null : "invalid_number";
    }
    if (field === "expiry") {
      if (length >= 2 && (Number(value.slice(0, 2)) < 1 || Number(value.slice(0, 2)) > 12))
        return "invalid_expiry_month";
      if (length < 4) return left ? "incomplete_expiry" : null;
      const now = new Date();
      const months = (2000 + Number(value.slice(2))) * 12 + Number(value.slice(0, 2));
      return months < now.getFullYear() * 12 + now.getMonth() + 1 ? "invalid_expiry_year_past" : null;
    }
    if (field === "cvc") return length < 3 && left ? "incomplete_cvc" : null;
    return length < 5 && left ? "incomplete_zip" : null;
  }
  const error = (code) =>
    code ? { type: "validation_error", code, message: PROBLEMS[code][language === "es" ? 1 : 0] } : undefined;
  const complete = (field) => problem(field, true) === null;
  const firstProblem = (left) =>
    shown.map((field) => (inputs[field].value === "" && !left ? null : problem(field, left))).find(Boolean);

  function changed(left = false) {
    const code = firstProblem(left && shown.some((field) => inputs[field].value !== ""));
    for (const field of shown) {
      const wrong = problem(field, left && inputs[field].value !== "");
      inputs[field].setAttribute("aria-invalid", wrong ? "true" : "false");
    }
    const event = {
      empty: shown.every((field) => inputs[field].value === ""),
      complete: shown.every(complete),
      error: error(code),
    };
    if (shown[0] === "number") event.brand = brand(digits("number"));
    // Told when something is different, not each time a field is left.
    const told = JSON.stringify([event, values()]);
    if (told !== lastTold) post({ type: "event", name: "change", event });
    lastTold = told;
  }

  function format(field) {
    const input = inputs[field];
    const value = digits(field);
    const atEnd = input.selectionStart === input.value.length;
    if (field === "number") {
      const amex = brand(value) === "amex";
      const cut = value.slice(0, amex ? 15 : 16);
      input.value = (
        amex ? cut.replace(/^(\d{4})(\d{0,6})(\d{0,5})$/, "$1 $2 $3") : cut.replace(/(\d{4})(?=\d)/g, "$1 ")
      ).trim();
    } else if (field === "expiry") {
      const padded = /^[2-9]$/.test(value) ? `0${value}` : value;
      input.value = padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded;
    } else input.value = value.slice(0, field === "cvc" ? 4 : 5);
    if (atEnd) input.setSelectionRange(input.value.length, input.value.length);
  }

  for (const field of shown) {
    const input = document.createElement("input");
    input.name = field;
    input.inputMode = "numeric";
    input.autocomplete = AUTOCOMPLETE[field];
    input.setAttribute("aria-label", WORDS.en[field]);
    input.addEventListener("input", () => {
      format(field);
      changed();
    });
    input.addEventListener("focus", () => post({ type: "event", name: "focus" }));
    input.addEventListener("blur", () => {
      post({ type: "event", name: "blur" });
      changed(true);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") post({ type: "event", name: "escape" });
    });
    inputs[field] = input;
    if (WHOLE) {
      const label = document.createElement("label");
      label.textContent = WORDS.en[field];
      label.append(input);
      form.append(label);
    } else form.append(input);
  }
  form.addEventListener("submit", (event) => event.preventDefault());

  function dress({ options = {}, locale, group }) {
    const base = options.style?.base ?? {};
    const root = document.documentElement.style;
    language = locale === "es" ? "es" : "en";
    document.documentElement.lang = language;
    root.setProperty("--color", base.color ?? "#1d1d1d");
    root.setProperty("--soft", base["::placeholder"]?.color ?? "#6b6b6b");
    root.setProperty("--bad", options.style?.invalid?.color ?? base.color ?? "#a32d24");
    root.setProperty("--font", base.fontFamily ?? "system-ui, sans-serif");
    root.setProperty("--size", base.fontSize ?? "16px");
    root.setProperty("--spacing", base.letterSpacing ?? "normal");
    root.setProperty("--line", base.lineHeight ?? "24px");
    for (const field of shown) {
      inputs[field].setAttribute("aria-label", WORDS[language][field]);
      inputs[field].placeholder =
        options.placeholder ?? (WHOLE ? "" : { number: "1234 1234 1234 1234", expiry: "MM / YY", cvc: "CVC" }[field]);
      inputs[field].disabled = Boolean(options.disabled);
    }
    if (group && !channel) {
      channel = new BroadcastChannel(group);
      channel.onmessage = answerSiblings;
    }
    post({ type: "size", height: Math.ceil(form.getBoundingClientRect().height) });
  }

  const values = () => Object.fromEntries(shown.map((field) => [field, digits(field)]));
  function answerSiblings({ data }) {
    if (data.type === "give")
      channel.postMessage({ type: "given", nonce: data.nonce, values: values(), problem: firstProblem(true) ?? null });
  }

  /** The number's own document gathers what stands in the others: documents of one origin, out of the page's sight. */
  function gather() {
    if (WHOLE) return Promise.resolve({ values: values(), problem: firstProblem(true) ?? null });
    return new Promise((done) => {
      const nonce = crypto.randomUUID();
      const parts = { values: values(), problem: firstProblem(true) ?? null, count: 1 };
      const hear = ({ data }) => {
        if (data.type !== "given" || data.nonce !== nonce) return;
        Object.assign(parts.values, data.values);
        parts.problem ??= data.problem;
        parts.count += 1;
        if (parts.count === 3) end();
      };
      // Each gathering has a listener and a timer of its own: what is left of one never ends the next.
      const timer = setTimeout(end, 20_000);
      function end() {
        clearTimeout(timer);
        channel.removeEventListener("message", hear);
        done(parts);
      }
      channel.addEventListener("message", hear);
      channel.postMessage({ type: "give", nonce });
    });
  }

  async function createPaymentMethod({ key, billing_details = {} }) {
    const parts = await gather();
    if (parts.problem) return { error: error(parts.problem) };
    const { number = "", expiry = "", cvc = "", zip } = parts.values;
    const body = new URLSearchParams({
      type: "card",
      "card[number]": number,
      "card[exp_month]": expiry.slice(0, 2),
      "card[exp_year]": expiry.slice(2),
      "card[cvc]": cvc,
    });
    const postal = zip ?? billing_details.address?.postal_code;
    if (postal) body.set("billing_details[address][postal_code]", postal);
    for (const name of ["name", "email", "phone"])
      if (billing_details[name]) body.set(`billing_details[${name}]`, billing_details[name]);
    try {
      const reply = await fetch("/stripe/v1/payment_methods", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      const answer = await reply.json();
      return answer.error ? { error: answer.error } : { paymentMethod: answer };
    } catch {
      return { error: { type: "api_connection_error", message: "The payment provider does not answer." } };
    }
  }

  window.addEventListener("message", async (event) => {
    if (event.source !== window.parent) return;
    parentOrigin = event.origin;
    const message = event.data;
    if (message.type === "options") {
      dress(message);
      post({ type: "event", name: "ready" });
    } else if (message.type === "focus") inputs[shown.find((field) => !complete(field)) ?? shown[0]].focus();
    else if (message.type === "blur") document.activeElement?.blur();
    else if (message.type === "clear") {
      for (const field of shown) inputs[field].value = "";
      changed();
    } else if (message.type === "validate") {
      changed(true);
      const code = firstProblem(true);
      post({ type: "reply", nonce: message.nonce, answer: code ? { error: error(code) } : {} });
    } else if (message.type === "createPaymentMethod")
      post({ type: "reply", nonce: message.nonce, answer: await createPaymentMethod(message) });
  });
  post({ type: "loaded" });
})();
