/** Help in a browser: a message that becomes a conversation, in both languages, with nothing typed lost. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { type Cookies, signUp } from "./members.ts";

const stage = openStage({ catalogue: false });
const pictures = process.env.HELP_PICTURES;
let cookies: Cookies;
beforeAll(async () => {
  cookies = await signUp(stage.product, "hilda@example.com");
}, 60_000);

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
async function look(page: Page, name: string) {
  expect(await violationsInBothModes(page), name).toEqual([]);
  expect(await fits(page), name).toBe(true);
  if (!pictures) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
const answer = (id: string, words: string) =>
  stage.product.wired.help.desk.answer({
    message_id: id,
    ...{ code: "words", words, canned: "", waiting: false, by: "opr_ann", at: stage.product.wired.clock.now() },
  });
const newest = async () =>
  (
    await stage.product.wired.database.pool.query<{ message_id: string }>(
      "select message_id from help.messages order by created_at desc limit 1",
    )
  ).rows[0]?.message_id ?? "";

it("a message becomes a conversation: read, written on, solved, and opened again", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/account/contact");
      await page.getByLabel("What is it about?").selectOption("payout");
      await page.getByLabel("Your message").fill("Where is my payout?\nIt left on Monday.");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByRole("heading", { name: "We have your message" }).waitFor();
      await look(page, "sent-1440");
      await answer(await newest(), "It left today, and reaches you on Friday.");
      await page.getByRole("link", { name: "A payout or gift card" }).click();
      await page.getByText("It left today, and reaches you on Friday.").waitFor();
      await look(page, "thread-answered-1440");

      // Nothing was written: the field is named, and the conversation stays.
      await page.getByRole("button", { name: "Send reply" }).click();
      await page.getByText("Write your message.").waitFor();
      expect(await page.getByLabel("Your reply").evaluate((field) => field === document.activeElement)).toBe(true);
      await page.getByLabel("Your reply").fill("It is not there yet.");
      await page.getByRole("button", { name: "Send reply" }).dblclick();
      await page.getByText("We have your reply.").waitFor();
      await page.reload();
      await page.getByText("It is not there yet.").waitFor();
      expect(await page.getByText("It is not there yet.").count()).toBe(1);
      expect(await page.getByLabel("Your reply").inputValue()).toBe("");
      await page.goBack();
      await page.goForward();
      expect(await page.getByText("It is not there yet.").count()).toBe(1);

      await page.getByRole("button", { name: "It's solved" }).click();
      await page.getByText("Solved", { exact: true }).waitFor();
      await page.getByRole("heading", { name: "Not solved?" }).waitFor();
      await look(page, "thread-solved-1440");

      // Closed while somebody still writes: their words are not lost.
      const { pool } = stage.product.wired.database;
      await page.getByLabel("Your reply").fill("One more thing.");
      await pool.query("update help.messages set state = 'closed'");
      await page.getByRole("button", { name: "Send reply" }).click();
      await page.getByText("Copy your words into a new message").waitFor();
      expect(await page.getByLabel("Your reply").inputValue()).toBe("One more thing.");
      await pool.query("update help.messages set state = 'resolved'");
    },
    /status of (422|409)/,
  );
});

it("reads the same in Spanish on a phone, and nobody else's", async () => {
  await stage.visit(
    { viewport: PHONE },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/account/contact?lang=es");
      await look(page, "contact-es-390");
      await page.getByRole("link", { name: "Un retiro o una tarjeta de regalo" }).click();
      await page.getByRole("heading", { name: "¿No quedó resuelto?" }).waitFor();
      await look(page, "thread-es-390");
      await page.getByLabel("Tu respuesta").fill("Todavía no llega.");
      await page.getByRole("button", { name: "Enviar respuesta" }).click();
      await page.getByText("Tenemos tu respuesta.").waitFor();
      await page.getByText("En nuestras manos").waitFor();
      const thread = page.url();
      await context.clearCookies();
      await context.addCookies(await signUp(stage.product, "eve@example.com"));
      expect((await page.goto(thread))?.status()).toBe(404);
    },
    /status of 404/,
  );
});

it("asks whether it was solved, by a link that needs no sign-in, and takes another word for it", async () => {
  const { help } = stage.product.wired;
  const id = await newest();
  await answer(id, "Ya salió.");
  expect(await help.desk.resolve({ message_id: id, by: "opr_ann" })).toMatchObject({ ok: true });
  const link = await until("the letter", async () => {
    const { mails } = await stage.product.control<{ mails: { subject: string; text: string }[] }>(
      "/mails?to=hilda@example.com",
    );
    const letter = mails.find(({ subject }) => /take it as solved|damos por resuelto/.test(subject));
    return /https?:\/\/\S+(\/review\?message=\S+)/.exec(letter?.text ?? "")?.[1];
  });
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(`${link}&lang=es`);
    await page.getByRole("heading", { level: 1, name: "¿Quedó resuelto?" }).waitFor();
    await look(page, "verdict-es-390");
    await page.getByRole("button", { name: "No, todavía no" }).press("Enter");
    await page.getByRole("button", { name: "No, todavía no", pressed: true }).waitFor();
    await page.getByRole("button", { name: "Sí, resuelto" }).click();
    await page.getByRole("button", { name: "Sí, resuelto", pressed: true }).waitFor();
    await look(page, "verdict-said-es-390");
    await page.goto("/review?message=msg_forged.x&lang=en");
    await page.getByRole("heading", { level: 1, name: "There's nothing to say here" }).waitFor();
    await look(page, "verdict-forged-390");
  });
  await stage.visit({ viewport: DESKTOP }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/account/contact?lang=en");
    await page.getByRole("link", { name: "A payout or gift card" }).click();
    await page.getByRole("button", { name: "Yes, solved", pressed: true }).waitFor();
    await look(page, "thread-verdict-1440");
  });
});

it("asks readers of an answer whether it helped, keeps their word, and tells us what found nothing", async () => {
  await stage.visit({ viewport: DESKTOP }, async ({ page }) => {
    await page.goto("/faq");
    const question = page.locator("details#returns");
    await question.locator("summary").click();
    await question.getByRole("button", { name: "No", exact: true }).click();
    await question.getByLabel("What was missing?").fill("How long it takes.");
    await look(page, "faq-1440");
    await question.getByRole("button", { name: "Send" }).click();
    await question.getByText("Thank you. We read every one.").waitFor();
    await page.goto("/faq?lang=es#returns");
    await question.getByRole("button", { name: "No", pressed: true }).waitFor();
    await question.getByRole("button", { name: "Sí", exact: true }).click();
    await question.getByText("Gracias. Las leemos todas.").waitFor();
    await page.setViewportSize(PHONE);
    await look(page, "faq-es-390");
    const told = page.waitForResponse(/faq-searches$/);
    await page.getByLabel("Busca en las respuestas").fill("criptomonedas raras");
    expect((await told).status()).toBe(200);
  });
  const { pool } = stage.product.wired.database;
  const { rows } = await pool.query("select question, language, helpful, missing from help.faq_votes");
  expect(rows).toEqual([{ question: "returns", language: "es", helpful: true, missing: "" }]);
  expect((await pool.query("select searched, times from help.lost_searches")).rows).toEqual([
    { searched: "criptomonedas raras", times: 1 },
  ]);
});

it("is worked on at the console: a canned answer written, chosen and undone in time, a note, a colleague", async () => {
  const { staff } = stage.product.wired;
  const invited = await staff.inviteByCommand("test", {
    email: "olga@staff.example",
    name: "Olga Owner",
    roles: ["support"],
  });
  if (!invited.ok) throw new Error(invited.code);
  const { help, partners } = stage.product.wired;
  await help.send(
    {
      ...{ user_id: null, name: "", is_verified: false, brand: partners.home, language: "es" },
      address: "203.0.113.7",
    },
    {
      ...{ form: help.newForm(), files: [] },
      typed: {
        ...{ topic: "payout", email: "guest@example.com", body: "¿Cuándo sale mi retiro?" },
        ...{ store: "", order_number: "", ordered_on: "", amount: "" },
      },
    },
  );
  await stage.visit({ viewport: DESKTOP }, async ({ page }) => {
    await giveAuthenticator(page);
    await page.goto(invited.value.link);
    await page.getByRole("button", { name: /Set up your passkey/ }).click();
    await page.getByRole("heading", { name: "You are in" }).waitFor();
    await page.goto("/console/o/canned%20answers/canned-answers");
    await page.getByRole("button", { name: /^Add/ }).click();
    await page.getByLabel("Code").fill("payout-times");
    await page.getByLabel("English").fill("Hi {{name}}, payouts leave on weekdays.");
    await page.getByLabel("Spanish").fill("Hola {{name}}, los retiros salen de lunes a viernes.");
    await look(page, "canned-add-1440");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("link", { name: /payout-times/ }).waitFor();

    // No bell: what becomes of a decision is shown without one.
    await page.route("**/api/console/live", (route) => route.fulfill({ contentType: "text/event-stream", body: "" }));
    await page.goto("/console/desk/messages");
    await page.getByRole("heading", { name: "Desk", level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Note/ }).click();
    await page.getByLabel("Words").fill("Asked the bank.");
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.getByText("note: Asked the bank.").waitFor();
    await page.getByRole("button", { name: /^Take/ }).click();
    await page.getByRole("button", { name: "Take", exact: true }).click();
    await page.getByText("with Olga Owner").first().waitFor();
    await page.getByRole("button", { name: /^Answer/ }).click();
    await page.getByLabel("Canned").selectOption("payout-times");
    await look(page, "desk-answer-1440");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByRole("button", { name: /Undo/ }).first().waitFor();
    await page.goto("/console/lists/messages?assigned=me");
    await page.getByRole("cell", { name: "Olga Owner" }).waitFor();
    await look(page, "list-1440");
  });
});

it("takes the page that something is about, and says beside its field what is no address", async () => {
  await stage.visit(
    { viewport: PHONE },
    async ({ page }) => {
      await page.goto("/contact?about=technical&lang=en");
      await page.getByLabel("Email", { exact: true }).fill("guest@example.com");
      await page.getByLabel("Your message").fill("The page stays white.");
      await page.getByLabel("Address of the page").fill("the one with shoes");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Invalid URL", { exact: true }).waitFor();
      await page.goto("/contact?about=technical&lang=es");
      await page.getByLabel("Correo electrónico").fill("guest@example.com");
      await page.getByLabel("Tu mensaje").fill("La página se queda en blanco.");
      const address = page.getByLabel("Dirección de la página");
      await address.fill("la de zapatos");
      await page.getByRole("button", { name: "Enviar mensaje" }).click();
      await page.getByText("URL no válida").waitFor();
      await look(page, "page-wrong-es-390");
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await address.inputValue()).toBe("la de zapatos");
      expect(await page.getByLabel("Tu mensaje").inputValue()).toBe("La página se queda en blanco.");
      await address.fill("localhost.example/stores/shoes");
      await page.getByRole("button", { name: "Enviar mensaje" }).click();
      await page.getByRole("heading", { name: "Tenemos tu mensaje" }).waitFor();
    },
    /status of 422/,
  );
  const { rows } = await stage.product.wired.database.pool.query(
    "select words from help.entries order by place desc limit 1",
  );
  expect(rows).toEqual([{ words: "La página se queda en blanco.\n\nhttps://localhost.example/stores/shoes" }]);
});
