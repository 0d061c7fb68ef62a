// The buttons of Apple Pay and Google Pay, and the sheet that plays either.
(() => {
  const box = document.querySelector("[data-wallets]");
  const sheet = document.querySelector("[data-sheet]");
  const post = (message) => window.parent.postMessage(message, "*");

  if (box) {
    const available = JSON.parse(box.dataset.wallets);
    window.addEventListener("message", (event) => {
      if (event.source !== window.parent || event.data?.type !== "options") return;
      const { options } = event.data;
      document.documentElement.style.setProperty("--height", `${options.buttonHeight ?? 44}px`);
      document.documentElement.style.setProperty("--radius", event.data.appearance?.variables?.borderRadius ?? "6px");
      const theme = options.buttonTheme?.googlePay;
      document
        .querySelector("[data-wallet=apple_pay]")
        ?.classList.toggle("white", options.buttonTheme?.applePay === "white");
      document.querySelector("[data-wallet=google_pay]")?.classList.toggle("white", theme === "white");
      post({ type: "size", height: available.length === 0 ? 0 : box.scrollHeight + 4 });
      const methods = {
        applePay: available.includes("apple_pay"),
        googlePay: available.includes("google_pay"),
        link: false,
        paypal: false,
        amazonPay: false,
        klarna: false,
      };
      post({
        type: "event",
        name: "ready",
        event: { availablePaymentMethods: available.length ? methods : undefined },
      });
    });
    for (const button of box.querySelectorAll("button"))
      button.addEventListener("click", () => post({ type: "wallet", wallet: button.dataset.wallet }));
    new ResizeObserver(() => {
      if (available.length > 0) post({ type: "size", height: box.scrollHeight + 4 });
    }).observe(box);
    post({ type: "loaded" });
  }

  if (sheet) {
    const cancel = () => post({ type: "cancel" });
    document.querySelector("[data-cancel]").addEventListener("click", cancel);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
    });
    const approve = document.querySelector("[data-approve]");
    approve.addEventListener("click", async () => {
      approve.disabled = true;
      const card = document.querySelector("select").value;
      const reply = await fetch("/stripe/frame/wallet-card", {
        method: "POST",
        body: new URLSearchParams({ wallet: sheet.dataset.sheet, card }),
      });
      const method = await reply.json();
      post({
        type: "approve",
        payment_method: method.id,
        billing_details: { name: "Ann Lee", email: "ann@example.com", address: {} },
      });
    });
    approve.focus();
  }
})();
