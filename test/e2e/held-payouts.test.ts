/** A payout to an account where another member is paid: by when a person looks, why it was refused, and the one second look. */

import { expect, it } from "vitest";
import { userId } from "#platform/ids";
import { FROM_US } from "../support/arrivals.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { openStage } from "../support/stage.ts";
import { PASSWORD } from "./members.ts";
import { logIn, settle } from "./signing-in.ts";

const stage = openStage({ catalogue: false });

async function member(name: string, language: "en" | "es") {
  const { wired } = stage.product;
  const email = `${name.toLowerCase()}@example.com`;
  const outcome = await wired.identity.register({
    ...{ name, email, password: PASSWORD, password_confirmation: PASSWORD, language, partner: "tuppence" },
    ...{ ...FROM_US, user_agent: "", address: "" },
  });
  if (!outcome.ok) throw new Error(outcome.code);
  const { user_id } = outcome.value.member;
  await settle(stage.product, email);
  const credit = wired.operators.objects
    .find(({ kind }) => kind === "member")
    ?.acts?.find((act) => act.name === "credit");
  const told = { by: "opr_ann", approvedBy: "opr_bob", reason: "goodwill", values: { amount: "40", note: "x" } };
  expect(await credit?.run(userId.show(user_id), told)).toMatchObject({ ok: true });
  return { user_id, email };
}

it("is said beside the form, and looked at again when its member asks", async () => {
  const { wired } = stage.product;
  const [ann, ben] = [await member("Ann", "en"), await member("Ben", "en")];
  const shared = "home@example.com";
  const asked = await wired.payouts.request({
    ...{ user_id: ann.user_id, password: PASSWORD, method: "paypal", amount: "12", destination: shared },
    request_key: "one",
  });
  expect(asked.ok).toBe(true);
  await stage.visit(
    {},
    async ({ page }) => {
      const strange: string[] = [];
      await page.goto("/login");
      await logIn(page, ben.email);
      await page.waitForURL(/account|purchase-history|\/$/);
      await page.goto("/account/withdrawal");
      await page.getByRole("textbox", { name: /PayPal/ }).fill(shared);
      await page.locator("[name=password]").fill(PASSWORD);
      await page.getByRole("button", { name: /^Withdraw/ }).click();
      await page.getByText("Another member already uses this account").waitFor();
      const held = page.locator("#held");
      await held.getByText("We check it").waitFor();
      await held.getByText(/You'll hear from us by/).waitFor();
      strange.push(...(await violationsInBothModes(page)));
      const [item] = await wired.payouts.held.list(10);
      const outcome = await wired.payouts.held.decide({
        ...{ id: item?.held_id ?? "", to: "refused", by: "opr_ann", code: "not_confirmed", note: "asked her" },
      });
      expect(outcome).toMatchObject({ ok: true });
      await page.goto("/account/withdrawal");
      await held.getByText("did not confirm that you share it").waitFor();
      strange.push(...(await violationsInBothModes(page)));
      await held.getByLabel("What should we know?").fill("We are married.");
      await held.getByRole("button", { name: "Ask for a second look" }).click();
      await held.getByText("We look again").waitFor();
      await held.getByText(/You'll hear from us by/).waitFor();
      expect(await wired.payouts.held.list(10)).toMatchObject([{ state: "appealed", words: "We are married." }]);
      expect(strange).toEqual([]);
    },
    /409|Failed to load resource/,
  );
});
