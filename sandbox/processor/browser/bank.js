// The bank's own window: its owner approves the card, fails, or closes it without an answer.
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", async () => {
    for (const one of document.querySelectorAll("button")) one.disabled = true;
    if (button.value === "close") return window.parent.postMessage({ type: "closed" }, "*");
    const secret = new URL(location.href).searchParams.get("secret");
    await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ secret, outcome: button.value }) });
    window.parent.postMessage({ type: "authenticated" }, "*");
  });
document.querySelector("button").focus();
