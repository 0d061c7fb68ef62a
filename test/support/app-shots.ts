/** `npm run app-shots`: the pictures of the manifest, taken from the running product under every brand in both languages. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { APP_PICTURES, FORMS, PICTURES, pictureFile } from "../../src/server/app-pictures.ts";
import { giveCoins, giveMoney, signUp } from "../e2e/members.ts";
import { openBrowser } from "./browser.ts";
import { startProduct } from "./product.ts";

const EMAIL = "nia@example.com";

const product = await startProduct();
const browser = await openBrowser();
const session = await signUp(product, EMAIL);
await giveMoney(product, EMAIL);
await giveCoins(product, EMAIL);
await rm(APP_PICTURES, { recursive: true, force: true });
await mkdir(APP_PICTURES, { recursive: true });
const { home } = product.wired.partners;
for (const { partner_name } of product.wired.partners.all())
  for (const language of ["en", "es"] as const)
    for (const { name, form, path, member } of PICTURES) {
      // The member's own money is the home brand's.
      if (member && partner_name !== home.partner_name) continue;
      const { viewport, scale } = FORMS[form];
      const context = await browser.newContext({
        baseURL: product.url,
        viewport,
        deviceScaleFactor: scale,
        isMobile: form === "narrow",
        reducedMotion: "reduce",
        locale: language === "es" ? "es-US" : "en-US",
      });
      if (member) await context.addCookies(session);
      const choices = { lang: language, partner: partner_name };
      await context.addCookies(Object.entries(choices).map(([key, value]) => ({ name: key, value, url: product.url })));
      const page = await context.newPage();
      await page.goto(path, { waitUntil: "networkidle" });
      // The faces of the letters come after the paint.
      await page.waitForTimeout(1_500);
      const taken = await page.screenshot();
      await sharp(taken)
        .webp({ quality: 72, effort: 6 })
        .toFile(join(APP_PICTURES, pictureFile(partner_name, name, language)));
      await context.close();
    }
await browser.close();
await product.close();
process.exit(0);
