/** Members, orders and money at the console by keyboard: found by letters, read section by section, and acted on with a reason. */

import { expect, it } from "vitest";
import { userId } from "#platform/ids";
import { FROM_US } from "../support/arrivals.ts";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });
const picture = process.env.CONSOLE_PICTURES;

async function register(name: string) {
  const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
  const outcome = await stage.product.wired.identity.register({
    ...{ name, email, password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{
      language: "en",
      partner: "tuppence",
      ...FROM_US,
      user_agent: "",
      address: "",
    },
  });
  if (!outcome.ok) throw new Error(outcome.code);
  return { ...outcome.value.member, email };
}

it("a person is found, read and given money; lists and files ask for what they need", async () => {
  const { wired } = stage.product;
  const [ann] = [await register("Ann Archer"), await register("Annabel Fox")];
  const invited = await wired.staff.inviteByCommand("test", {
    email: "olga@example.com",
    name: "Olga Owner",
    roles: ["owner"],
  });
  if (!invited.ok) throw new Error(invited.code);
  await stage.visit(
    { viewport: { width: 1440, height: 1000 } },
    async ({ page }) => {
      const strange: string[] = [];
      const look = async (name: string) => {
        strange.push(...(await violationsInBothModes(page)));
        if (!picture) return;
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${picture}/${name}-${colorScheme}.png`, fullPage: true });
        }
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.screenshot({ path: `${picture}/${name}-390.png`, fullPage: true });
        await page.setViewportSize({ width: 1440, height: 1000 });
      };
      await giveAuthenticator(page);
      await page.goto(invited.value.link);
      await page.getByRole("button", { name: /Set up your passkey/ }).click();
      await page.getByRole("heading", { name: "You are in" }).waitFor();
      await page.goto("/console");

      // By letters, arrows and Enter.
      const typed = page.getByLabel(/A page or a queue/);
      await page.keyboard.press("Control+K");
      await typed.waitFor();
      await page.keyboard.type("ann");
      await page.getByRole("option", { name: /Annabel Fox/ }).waitFor();
      await look("find");
      await page.keyboard.press("Escape");
      // While it closes, the keys are still its own.
      await typed.waitFor({ state: "hidden" });
      await page.keyboard.press("/");
      await typed.and(page.locator(":focus")).waitFor();
      await page.keyboard.type("ann@example.com");
      await page.getByRole("option", { name: /Ann Archer/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/console\/members\/usr_/);
      await page.getByRole("heading", { name: "Member", level: 1 }).waitFor();

      // Money by hand: a reason of the list, and no more than the form was told.
      await page.getByRole("button", { name: /^Credit/ }).click();
      await page.getByText("Something went badly for them").click();
      await page.getByLabel("Amount").fill("12.50");
      await page.getByLabel("Note").fill("parcel came broken");
      await look("credit");
      await page.getByRole("button", { name: "Credit", exact: true }).click();
      await page.getByText("is decided, and carried out in ten minutes").waitFor();
      const { rows } = await wired.database.pool.query("select item, act, reason, told, state from staff.decisions");
      expect(rows).toEqual([
        {
          item: userId.show(ann.user_id),
          act: "credit",
          reason: "goodwill",
          told: { amount: "12.50", note: "parcel came broken" },
          state: "waiting",
        },
      ]);
      await look("member");

      // Section by section; what they see needs a look, and the look is theirs to know of.
      await page.keyboard.press("j");
      await page.waitForURL(/show=/);
      await page.goto(`/console/members/${userId.show(ann.user_id)}?show=passbook`);
      await page.getByText("Press Look on the account's page").waitFor();
      await page.goto(`/console/members/${userId.show(ann.user_id)}?show=mails`);
      await page.getByRole("link", { name: /Confirm your email/ }).waitFor();
      await look("section");
      await page.getByRole("link", { name: /Confirm your email/ }).click();
      await page.getByRole("heading", { name: "Mail", level: 1 }).waitFor();
      await look("object");

      await page.goto("/console/lists/members?state=unverified");
      await page.getByRole("link", { name: "Unverified" }).and(page.locator("[aria-current]")).waitFor();
      await page.getByRole("link", { name: /Open Annabel Fox/ }).waitFor();
      await look("list");
      await page.goto("/console/money");
      await page.getByRole("heading", { name: "For accounting" }).waitFor();
      await page.getByRole("textbox", { name: /^Month/ }).fill("2020-01");
      await page.getByLabel("Why").fill("the books of the year");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("journal-2020-01.csv");
      await look("money");

      await page.goto("/console/find?q=annabel");
      await page.getByRole("link", { name: /Annabel Fox/ }).waitFor();
      const seen = await until("the log has it", async () => {
        const log = (await wired.database.pool.query("select what from staff.audit")).rows.map(({ what }) => what);
        return ["personal_found", "section_seen", "list_seen", "file_taken"].every((what) => log.includes(what)) && log;
      });
      expect(seen).toContain("decided");
      expect(strange).toEqual([]);
    },
    /404|Failed to load resource/,
  );
});
