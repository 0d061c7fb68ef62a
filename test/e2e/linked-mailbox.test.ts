/** A mailbox is linked, paused, locked out, given a new password and unlinked, by keyboard and in Spanish; wrong entries lose nothing. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, IPHONE, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { signUp } from "./members.ts";

const stage = openStage();
const PASSWORD = "qwmz krtu vbxd npla";
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));
it("is linked by keyboard: faults beside their fields, a wrong password, and what was found on the page", async () => {
  const cookies = await signUp(stage.product, "links@example.com");
  await stage.product.control("/imap/mail", { seed: 5, kind: "order", domain: "marlowfinch.example" });
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/order-protection-link?success=true");
      await page.getByRole("heading", { level: 1, name: "No mailbox was linked" }).waitFor();
      await page.getByRole("link", { name: "See your linked accounts" }).press("Enter");
      await page.getByRole("button", { name: "Link another mailbox" }).press("Enter");
      const form = page.getByRole("dialog");
      await form.getByLabel("App password", { exact: true }).waitFor();
      await form.getByRole("button", { name: "Link this mailbox" }).press("Enter");
      await form.getByText("Check the box so we may read this mailbox.").waitFor();
      expect(await focused(page)).toBe("address");
      await accessible(page, "the form with its faults");
      await page.keyboard.type("links@outlook.com");
      await form.getByLabel("App password", { exact: true }).pressSequentially("not the one");
      await form.getByRole("checkbox").press("Space");
      await form.getByRole("button", { name: "Link this mailbox" }).press("Enter");
      await form.getByText(/Microsoft stopped taking passwords/).waitFor();
      await form.getByLabel("Email address of the mailbox").fill("links@mailbox.example");
      await form.getByRole("button", { name: "Link this mailbox" }).press("Enter");
      await form.getByText(/The mailbox refused this password/).waitFor();
      expect(await focused(page)).toBe("password");
      expect(await form.getByLabel("Email address of the mailbox").inputValue()).toBe("links@mailbox.example");
      expect(await form.getByRole("checkbox").isChecked()).toBe(true);
      await form.getByLabel("App password", { exact: true }).fill(PASSWORD);
      await form.getByLabel("App password", { exact: true }).press("Enter");
      await page.waitForURL(/\/order-protection-link\?success=1/);
      await page.getByRole("heading", { level: 1, name: "Your mailbox is linked" }).waitFor();
      await accessible(page, "the outcome");
      await until("what was found", async () => {
        await page.goto("/account/protection/accounts");
        const found = [page.getByText("Emails found: 1"), page.getByText("Signed by the store")];
        // It is kept first, and read after that.
        return (await Promise.all(found.map((one) => one.count()))).every((count) => count > 0);
      });
      await accessible(page, "a linked mailbox");

      await page.getByRole("button", { name: "Link Gmail" }).press("Enter");
      await form.getByRole("button", { name: "Continue to Google" }).press("Enter");
      await form.getByText("Check the box so we may read this mailbox.").waitFor();
      expect(await focused(page)).toBe("agreed");
      await accessible(page, "the leave with its fault");
      await page.keyboard.press("Space");
      await form.getByRole("button", { name: "Continue to Google" }).press("Enter");
      await page.getByRole("button", { name: "rosa@gmail.example" }).press("Enter");
      await page.waitForURL(/\/order-protection-link\?success=1/);
      await page.getByRole("heading", { level: 1, name: "Your mailbox is linked" }).waitFor();
      await page.getByText("rosa@gmail.example").waitFor();
      // A provider's page that leads back without one.
      await page.goto("/order-protection-link?success=0");
      await page.getByRole("heading", { level: 1, name: "No mailbox was linked" }).waitFor();
      await page.getByText("Nothing changed. What you linked before is as it was.").waitFor();
      // The way back leads to the provider's page, which was answered: nothing is linked twice by it.
      await page.goto("/account/protection/accounts");
      expect(await page.getByRole("article", { name: "rosa@gmail.example" }).count()).toBe(1);
    },
    /status of 422/,
  );
});

it("is paused, resumed, locked out, opened again and unlinked on a phone in Spanish", async () => {
  const cookies = await signUp(stage.product, "vincula@example.com");
  await stage.visit(
    { viewport: PHONE, userAgent: IPHONE, language: "es" },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      const path = "/account/protection/accounts?lang=es";
      await page.goto(path);
      await page.getByRole("button", { name: "Vincular otro buzón" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Dirección de correo del buzón").fill("vincula@mailbox.example");
      await dialog.getByLabel("Contraseña de aplicación", { exact: true }).fill(PASSWORD);
      await dialog.getByRole("checkbox").check();
      await accessible(page, "the form");
      await dialog.getByRole("button", { name: "Vincular este buzón" }).dblclick();
      await page.getByRole("heading", { level: 1, name: "Tu buzón está vinculado" }).waitFor();
      await page.goto(path);
      const linked = page.getByRole("article", { name: "vincula@mailbox.example" });
      expect(await linked.count(), "two presses link once").toBe(1);
      await linked.getByRole("button", { name: "Pausar" }).click();
      await linked.getByText("En pausa").waitFor();
      await linked.getByRole("button", { name: "Reanudar" }).click();
      await linked.getByRole("button", { name: "Pausar" }).waitFor();
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await fits(page), "at 320 px").toBe(true);
      await page.setViewportSize(PHONE);

      await stage.product.control("/imap/answer", { login: "refuse" });
      const { pool } = stage.product.wired.database;
      const { rows } = await pool.query(
        "select link_id from mailboxes.links where address = 'vincula@mailbox.example'",
      );
      // A reading that is under way does not know of it yet.
      await until("the lost password", async () => {
        await stage.product.wired.mailboxes.links.sync(rows[0].link_id);
        await page.reload();
        return (await linked.getByText("Sin acceso").count()) === 1;
      });
      await stage.product.control("/imap/answer", { login: "take" });
      await accessible(page, "locked out");
      await linked.getByRole("button", { name: "Escribir otra contraseña de aplicación" }).click();
      expect(await dialog.getByLabel("Dirección de correo del buzón").inputValue()).toBe("vincula@mailbox.example");
      await dialog.getByLabel("Contraseña de aplicación", { exact: true }).fill(PASSWORD);
      await dialog.getByRole("checkbox").check();
      await dialog.getByRole("button", { name: "Vincular este buzón" }).click();
      await page.getByRole("heading", { level: 1, name: "Tu buzón está vinculado" }).waitFor();

      await page.goto(path);
      await linked.getByRole("button", { name: "Desvincular" }).click();
      await dialog.getByText("Olvidar también lo que encontramos en este buzón").click();
      await accessible(page, "unlinking");
      await dialog.getByRole("button", { name: "Desvincular" }).click();
      await linked.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Vincular Outlook" }).click();
      await dialog.getByRole("checkbox").check();
      await accessible(page, "the leave of Outlook");
      await dialog.getByRole("button", { name: "Continuar a Microsoft" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("no nos diste permiso para leerlo").waitFor();
      await accessible(page, "no leave was given");
      await page.reload();
      await page.getByText(/Empieza de nuevo/).waitFor();
      await page.goto("/order-protection-link?success=true&lang=es");
      await page.getByRole("heading", { level: 1, name: "No se vinculó ningún buzón" }).waitFor();
    },
    /never/,
  );
});
