/** A chat in browsers: a member on a phone in Spanish, by keyboard, with somebody at the desk; a reload in the middle, two tabs, and nobody there. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, problems, until } from "../support/stage.ts";
import { type Cookies, signUp } from "./members.ts";

/** At every hour of every day, whenever this runs. */
const ALWAYS = { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", until: "24:00" }], closed: [] };
const stage = openStage({ catalogue: false, brands: [{ ...tuppence, chat: ALWAYS }] });
const pictures = process.env.HELP_PICTURES;
let cookies: Cookies;
beforeAll(async () => {
  cookies = await signUp(stage.product, "carmen@example.com");
  const { database, rewards, clock } = stage.product.wired;
  const { rows } = await database.pool.query("select user_id from identity.users where email = 'carmen@example.com'");
  const given = await rewards.moveByHand({
    ...{ user_id: rows[0].user_id, amount_minor: 1_250n, words: "goodwill", note: "for the journey" },
    ...{ by: "opr_test", approved_by: null, decided_at: clock.now() },
  });
  if (!given.ok) throw new Error(given.code);
}, 60_000);

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
async function look(page: Page, name: string) {
  expect(await violationsInBothModes(page), name).toEqual([]);
  expect(await fits(page), name).toBe(true);
  if (!pictures) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

it("goes to and fro between a phone in Spanish, by keyboard, and the desk; lives through a reload and in two tabs", async () => {
  const invited = await stage.product.wired.staff.inviteByCommand("test", {
    ...{ email: "olga@staff.example", name: "Olga Owner", roles: ["support"] },
  });
  if (!invited.ok) throw new Error(invited.code);
  const desk = await stage.open({ viewport: DESKTOP });
  const phone = await stage.open({ viewport: PHONE });
  try {
    const { page: console } = desk;
    await giveAuthenticator(console);
    await console.goto(invited.value.link);
    await console.getByRole("button", { name: /Set up your passkey/ }).click();
    await console.getByRole("heading", { name: "You are in" }).waitFor();
    await console.goto("/console/desk/messages");
    await console.getByRole("heading", { name: "Desk", level: 1 }).waitFor();
    await until(
      "somebody is at the desk",
      async () => stage.product.wired.help.chats.hours({ ...tuppence, chat: ALWAYS }).there,
    );

    const { page, context } = phone;
    await context.addCookies(cookies);
    await page.goto("/account/contact?lang=es");
    await page.getByRole("link", { name: "Chatea con nosotros" }).focus();
    await page.keyboard.press("Enter");
    const words = page.getByLabel("¿En qué te ayudamos?");
    await words.waitFor();
    await until("the words have the focus", () => words.evaluate((field) => field === document.activeElement));
    await look(page, "chat-begin-es-390");
    await page.keyboard.type("¿Dónde está mi retiro?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("¿Dónde está mi retiro?").waitFor();
    await page.getByText("Te responden en menos de 3 minutos.").waitFor();

    // The desk hears of it without a reload.
    await console.getByRole("log").getByText("¿Dónde está mi retiro?").waitFor();
    await console.getByText("They are here.").waitFor();
    const field = (on: Page) => on.getByRole("region", { name: "Chat con Tuppence" }).getByLabel("Tu mensaje");
    await field(page).pressSequentially("Es de");
    await console.getByText("They are typing…").waitFor();
    // Their passbook stands beside it, has come by itself, and is reached and folded by keyboard.
    const passbook = console.getByRole("region", { name: "Passbook" });
    const credit = passbook.getByRole("link", { name: "Credit from us" });
    await credit.waitFor();
    expect(await passbook.getByRole("status").textContent()).toMatch(/^Passbook: available \$12\.50, .*\. 1 entry\.$/);
    expect((await passbook.boundingBox())?.x).toBeGreaterThan((await console.getByRole("log").boundingBox())?.x ?? 0);
    const summary = passbook.locator("summary");
    await console.getByRole("button", { name: "Say", exact: true }).focus();
    await console.keyboard.press("Tab");
    expect(await summary.evaluate((one) => one === document.activeElement)).toBe(true);
    await console.keyboard.press("Enter");
    await credit.waitFor({ state: "hidden" });
    await console.keyboard.press("Enter");
    await credit.waitFor();
    await console.keyboard.press("Tab");
    expect(await credit.evaluate((one) => one === document.activeElement)).toBe(true);
    await console.getByLabel("Say in the chat").fill("Salió hoy.\nLlega el viernes.");
    await look(console, "chat-desk-1440");
    await console.getByLabel("Say in the chat").press("Enter");
    await page.getByRole("log").getByText("Salió hoy.").waitFor();
    await console.getByText("· seen", { exact: false }).first().waitFor();

    // What was typed and what was said live through a reload.
    await page.reload();
    await page.getByRole("log").getByText("Salió hoy.").waitFor();
    expect(await field(page).inputValue()).toBe("Es de");
    await look(page, "chat-open-es-390");
    await field(page).fill("Gracias");
    await page.keyboard.press("Enter");
    await console.getByRole("log").getByText("Gracias", { exact: true }).waitFor();

    // A second tab shows the same by the first one's stream, and has it when the first is closed.
    const second = await context.newPage();
    await second.goto("/account/faq?lang=es#chat");
    await second.getByRole("log").getByText("Gracias", { exact: true }).waitFor();
    await console.getByLabel("Say in the chat").fill("Con gusto.");
    await console.getByLabel("Say in the chat").press("Enter");
    await second.getByRole("log").getByText("Con gusto.").waitFor();
    expect(await page.getByRole("log").getByText("Con gusto.").count()).toBe(1);
    await page.close();
    await console.getByLabel("Say in the chat").fill("¿Algo más?");
    await console.getByLabel("Say in the chat").press("Enter");
    await second.getByRole("log").getByText("¿Algo más?").waitFor();
    expect(await second.getByRole("log").getByRole("listitem").count()).toBe(5);

    // Small, and ended by keyboard.
    await second.keyboard.press("Escape");
    await second.getByRole("button", { name: "Abrir el chat" }).press("Enter");
    await second.getByRole("button", { name: "Terminar el chat" }).press("Enter");
    await second.getByRole("button", { name: "Terminar el chat" }).press("Enter");
    await second.getByRole("heading", { name: "¿Quedó resuelto?" }).waitFor();
    await second.getByRole("button", { name: "Sí, resuelto" }).click();
    await second.getByRole("button", { name: "Sí, resuelto", pressed: true }).waitFor();
    await look(second, "chat-ended-es-390");

    // On a phone it is folded below the chat, and asked for when it is opened; what did not come is asked for again.
    await console.setViewportSize(PHONE);
    const asked: string[] = [];
    await console.route("**/api/console/beside", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await console.reload();
    await summary.waitFor();
    await until("the page has come alive", () => console.getByRole("log").isVisible());
    expect([await credit.isVisible(), asked.length]).toEqual([false, 0]);
    await look(console, "chat-desk-390");
    await summary.press("Enter");
    const again = passbook.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await look(console, "chat-desk-failed-390");
    await console.unroute("**/api/console/beside");
    await again.press("Enter");
    await credit.waitFor();
    await until("the focus stays", () => summary.evaluate((one) => one === document.activeElement));
    await look(console, "chat-desk-open-390");

    // So it stands on the conversation's own page, and each entry leads to what is behind it.
    await console.setViewportSize(DESKTOP);
    await console.goto(console.url().replace(/desk\/\w+/, "o/message"));
    await credit.waitFor();
    await look(console, "message-1440");
    await credit.press("Enter");
    await console.getByRole("heading", { name: "Transfer", level: 1 }).waitFor();
    expect(problems(phone, /^$/)).toEqual([]);
    expect(problems(desk, /ERR_FAILED/)).toEqual([]);
  } finally {
    await phone.close();
    await desk.close();
  }
});

it("of a visitor with nobody there is a ticket, whose answer finds them in the window or by mail after the code", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page }) => {
      await page.goto("/contact");
      await page.getByRole("link", { name: "Chat with us" }).click();
      await page.getByText("Nobody is here right now.", { exact: false }).waitFor();
      await look(page, "chat-visitor-1440");
      await page.getByLabel("How can we help?").fill("A question");
      await page.getByRole("region").getByRole("button", { name: "Send message" }).click();
      await page.getByText("Enter your email address", { exact: false }).waitFor();
      expect(await page.getByLabel("How can we help?").inputValue()).toBe("A question");
      const chat = page.getByRole("region", { name: "Chat with Tuppence" });
      await chat.getByLabel("Email").fill("vic@example.com");
      await page.getByRole("region").getByRole("button", { name: "Send message" }).dblclick();
      await page.getByText("Nobody is free right now. You'll hear from us by", { exact: false }).waitFor();
      expect(await page.getByRole("log").getByRole("listitem").count()).toBe(1);
      await page.getByText("Get our answers by email too").click();
      await page.getByLabel("Code from the email to vic@example.com").fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("This isn't the code from the newest email.", { exact: false }).waitFor();
      await look(page, "chat-ticket-1440");
      const code = await until("the code", async () => {
        const { mails } = await stage.product.control<{ mails: { subject: string }[] }>("/mails?to=vic@example.com");
        return mails.map(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1]).find(Boolean);
      });
      await page.getByLabel("Code from the email to vic@example.com").fill(code);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Get our answers by email too").waitFor({ state: "detached" });
      const { pool } = stage.product.wired.database;
      const { rows } = await pool.query("select message_id from help.messages where email = 'vic@example.com'");
      await stage.product.wired.help.chats.desk.say({
        ...{ message_id: rows[0].message_id, words: `A very long word: ${"x".repeat(300)}`, canned: "", by: "opr_ann" },
        at: stage.product.wired.clock.now(),
      });
      await page.getByRole("log").getByText("A very long word:", { exact: false }).waitFor();
      await look(page, "chat-long-1440");
      await page.setViewportSize({ width: 320, height: 640 });
      await look(page, "chat-long-320");
    },
    /status of (422|409)/,
  );
});

it("adds nothing to a page before somebody opens it", async () => {
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/contact");
    await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
    expect(asked.filter((url) => /chat-panel|api\/help\/chat/.test(url))).toEqual([]);
    await page.getByRole("link", { name: "Chat with us" }).click();
    await page.getByLabel("How can we help?").waitFor();
    expect(asked.some((url) => /chat-panel/.test(url))).toBe(true);
  });
});

it("does not cover the next page on a phone when nothing was said", async () => {
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto("/contact");
    await page.getByRole("link", { name: "Chat with us" }).click();
    await page.getByLabel("How can we help?").waitFor();
    await page.reload();
    await page.getByLabel("How can we help?").waitFor();
    await page.goto("/stores");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("chat_open"))).toBeNull();
    expect(await page.getByLabel("How can we help?").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Open the chat" }).count()).toBe(0);
  });
});
