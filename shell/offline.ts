/** The page that a browser shows when we cannot be reached: what its member saw last, and claims that wait for the way back. */
import { type KeptClaim, type Seen, withKept } from "../src/client/kept-store.ts";
import { asPublic } from "../src/client/public-user-id.ts";
import { writtenMoney } from "../src/client/written-money.ts";

const SPANISH: Readonly<Record<string, string>> = {
  offline: "Estás sin conexión",
  lead: "Esta página vuelve por sí sola cuando vuelva la conexión.",
  again: "Intentar otra vez",
  book: "Tu libreta, como la viste",
  claim: "Guardar una solicitud para después",
  claim_lead: "Se guarda en este dispositivo y se envía una sola vez, por sí sola, cuando vuelvas a tener conexión.",
  type: "Beneficio",
  merchant: "Dónde lo compraste",
  day: "Día del recibo",
  paid: "Lo que pagaste, en dólares",
  file: "Foto o PDF del recibo",
  own: "Es una compra mía y no la he reclamado en otro lugar.",
  keep: "Guardar",
  queue: "Esperan su envío",
};
const isSpanish =
  /(?:^|; )lang=es/.test(document.cookie) ||
  (!/(?:^|; )lang=/.test(document.cookie) && navigator.language.startsWith("es"));
const say = (english: string, spanish: string): string => (isSpanish ? spanish : english);
/** What `offline.html` has under this name. */
function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

document.documentElement.lang = isSpanish ? "es" : "en";
if (isSpanish)
  for (const part of document.querySelectorAll<HTMLElement>("[data-t]"))
    part.textContent = SPANISH[part.dataset.t ?? ""] ?? part.textContent;
byId("again").addEventListener("click", () => location.reload());
/** Where this page stands in for another, that one is asked for; opened by its own name there is none. */
const comeBack = () => (location.pathname === "/offline" ? location.replace("/") : location.reload());
/** What is typed and not kept yet would be lost. */
const isFilledIn = () =>
  ["merchant", "purchased_on", "paid"].some(
    (name) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value,
  );
addEventListener("online", () => isFilledIn() || comeBack());
/** A browser knows of its own connection alone, and does not always say so: we are asked whether we are there. */
async function lookAgain(wait: number): Promise<void> {
  await new Promise((settle) => setTimeout(settle, wait));
  const there = await fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  return there && !isFilledIn() ? comeBack() : lookAgain(Math.min(wait * 2, 5_000));
}
void lookAgain(1_000);

const day = (at: string): string =>
  new Date(at).toLocaleDateString(isSpanish ? "es-US" : "en-US", { month: "short", day: "numeric", year: "numeric" });
const element = <K extends keyof HTMLElementTagNameMap>(name: K, text: string): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};
const STATES: Readonly<Record<string, [string, string]>> = {
  pending: ["Pending", "Pendiente"],
  confirmed: ["Confirmed", "Confirmado"],
  paid: ["Paid", "Pagado"],
  reversed: ["Reversed", "Revertido"],
};

/** Who is signed in here; nobody else's things are shown. */
function memberHere(): string | null {
  try {
    const user_id = JSON.parse(localStorage.getItem("user") ?? "null")?.user_id;
    return user_id ? asPublic(user_id) : null;
  } catch {
    return null;
  }
}

function showBook(seen: Seen & Required<Pick<Seen, "balances">>): void {
  byId("seen-at").textContent = say(
    `As of ${day(seen.at)}. It may have changed.`,
    `Al ${day(seen.at)}. Puede haber cambiado.`,
  );
  const { available_minor, pending_minor, coins } = seen.balances;
  const sums: [string, string][] = [
    [say("Available", "Disponible"), writtenMoney(available_minor)],
    [say("Pending", "Pendiente"), writtenMoney(pending_minor)],
    [say("Coins", "Monedas"), Number(coins).toLocaleString("en-US")],
  ];
  for (const [term, value] of sums) {
    const pair = document.createElement("div");
    pair.append(element("dt", term), element("dd", value));
    byId("sums").append(pair);
  }
  for (const entry of seen.entries ?? []) {
    const line = document.createElement("li");
    const what = element("span", entry.merchant);
    what.append(element("small", `${day(entry.at)}, ${say(...(STATES[entry.state] ?? [entry.state, entry.state]))}`));
    line.append(what, element("span", writtenMoney(entry.back_minor)));
    byId("entries").append(line);
  }
  byId("book").hidden = false;
}

/** What became of a receipt that was shared a moment ago. */
const SHARED: Readonly<Record<string, [string, string]>> = {
  yes: [
    "Your receipt is kept. Say now what it is for, or when you're back online.",
    "Guardamos tu recibo. Di ahora para qué es, o cuando vuelvas a tener conexión.",
  ],
  nobody: [
    "Nobody is signed in here, so the receipt isn't kept. Share it again when you're back online.",
    "Nadie inició sesión aquí y el recibo no se guarda. Compártelo de nuevo cuando vuelvas a tener conexión.",
  ],
  type: [
    "That file isn't a photo or a PDF. Share a picture of the receipt.",
    "Ese archivo no es una foto ni un PDF. Comparte una foto del recibo.",
  ],
  large: ["The file is larger than 10 MB.", "El archivo pesa más de 10 MB."],
  lost: [
    "This browser keeps nothing. Share the receipt again when you're back online.",
    "Este navegador no guarda nada. Comparte el recibo de nuevo cuando vuelvas a tener conexión.",
  ],
};
const shared = SHARED[new URLSearchParams(location.search).get("kept") ?? ""];
if (shared && location.pathname === "/account/rebates/share") byId("told").textContent = say(...shared);

/** The one that the form is filled in for, when it was shared and not chosen in the form. */
let taken: KeptClaim | null = null;

/** Its file stands in the form as if it had been chosen there. */
function takeShared(claim: KeptClaim): void {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) return;
  const files = new DataTransfer();
  files.items.add(new File([claim.file], claim.name, { type: claim.file.type }));
  input.files = files.files;
  taken = claim;
  input.addEventListener("change", () => {
    taken = null;
  });
}

async function showQueue(user_id: string): Promise<void> {
  const all = await withKept<KeptClaim[]>("claims", "readonly", (store) => store.getAll());
  const own = all.filter((claim) => asPublic(claim.user_id) === user_id);
  byId("queue").hidden = own.length === 0;
  // By this the pages know that there is something to send.
  if (own.length > 0) localStorage.setItem("kept_claims", "1");
  const [first] = own.filter((claim) => claim.shared);
  if (first && !taken) takeShared(first);
  byId("waiting").replaceChildren(
    ...own.map((claim) => {
      const line = document.createElement("li");
      const title = claim.shared ? say("Shared receipt", "Recibo compartido") : claim.merchant;
      const what = element("span", title);
      const state = claim.shared
        ? `${claim.name}: ${say("say what it is for", "di para qué es")}`
        : `${claim.purchased_on}, ${claim.name}`;
      what.append(element("small", claim.refused ?? state));
      const remove = element("button", say("Remove", "Quitar"));
      remove.type = "button";
      remove.className = "quiet";
      remove.setAttribute("aria-label", `${say("Remove", "Quitar")}: ${title}`);
      remove.addEventListener("click", async () => {
        await withKept("claims", "readwrite", (store) => store.delete(claim.request_key));
        if (taken?.request_key === claim.request_key) {
          taken = null;
          document.querySelector("form")?.reset();
        }
        await showQueue(user_id);
      });
      const sum = element("span", claim.shared ? "" : writtenMoney(claim.paid_minor));
      sum.append(remove);
      line.append(what, sum);
      return line;
    }),
  );
}

/** "43.18" in cents; null for what is no sum. */
const minorOf = (typed: string): string | null => {
  const plain = typed.trim().replace("$", "");
  return /^\d{1,6}([.,]\d{1,2})?$/.test(plain) ? String(Math.round(Number(plain.replace(",", ".")) * 100)) : null;
};
const MAX_FILE_BYTES = 10 * 1024 * 1024;

type Filled = Pick<KeptClaim, "merchant" | "purchased_on"> & {
  paid_minor: string | null;
  file: FormDataEntryValue | null;
  own: FormDataEntryValue | null;
};

function faultOf({ merchant, purchased_on, paid_minor, file, own }: Filled): string | null {
  if (!merchant) return say("Enter the business.", "Escribe el negocio.");
  if (!purchased_on) return say("Enter the day on the receipt.", "Escribe el día del recibo.");
  if (!paid_minor || paid_minor === "0")
    return say("Enter what you paid, like 43.18.", "Escribe lo que pagaste, como 43.18.");
  if (!(file instanceof File) || file.size === 0)
    return say("Add a photo or a file of the receipt.", "Agrega una foto o un archivo del recibo.");
  if (file.size > MAX_FILE_BYTES) return say("The file is larger than 10 MB.", "El archivo pesa más de 10 MB.");
  if (!own) return say("Check the box if it's your own purchase.", "Marca la casilla si la compra es tuya.");
  return null;
}

function openForm(user_id: string, benefits: NonNullable<Seen["benefits"]>): void {
  const form = document.querySelector("form");
  const types = form?.querySelector("select");
  if (!form || !types) return;
  for (const { type, name } of benefits) {
    const option = element("option", name[isSpanish ? "es" : "en"]);
    option.value = type;
    types.append(option);
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const file = fields.get("file");
    const filled = {
      merchant: String(fields.get("merchant")).trim(),
      purchased_on: String(fields.get("purchased_on")),
      paid_minor: minorOf(String(fields.get("paid"))),
    };
    const fault = faultOf({ ...filled, file, own: fields.get("own") });
    byId("wrong").textContent = fault ?? "";
    // What has no fault has a sum and a file.
    if (fault || filled.paid_minor === null || !(file instanceof File)) return;
    const claim: KeptClaim = {
      ...filled,
      paid_minor: filled.paid_minor,
      request_key: taken?.request_key ?? crypto.randomUUID(),
      user_id,
      type: String(fields.get("type")),
      file,
      name: file.name,
    };
    await withKept("claims", "readwrite", (store) => store.put(claim));
    taken = null;
    form.reset();
    byId("told").textContent = say(
      "Kept. It's sent when you're back online.",
      "Guardada. Se envía cuando vuelvas a tener conexión.",
    );
    await showQueue(user_id);
  });
  byId("claim").hidden = false;
}

(async () => {
  const user_id = memberHere();
  if (!user_id) return;
  const all = await withKept<Seen[]>("seen", "readonly", (store) => store.getAll());
  const own = all.filter((one) => asPublic(one.user_id) === user_id).sort((a, b) => (a.at < b.at ? -1 : 1));
  const book = own.findLast(({ balances }) => balances);
  if (book?.balances) showBook({ ...book, balances: book.balances });
  const open = own.findLast(({ benefits }) => benefits)?.benefits;
  if (open?.length) openForm(user_id, open);
  await showQueue(user_id);
})().catch(() => {});
