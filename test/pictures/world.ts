/** The product as it stands in the pictures: the demo members with their past, every job done, and nothing that still works. */

import type { Browser } from "playwright-core";
import { runDueJobs } from "#platform/jobs";
import { JORDAN, ROSA } from "../../src/server/demo/members.ts";
import { playPast } from "../../src/server/demo/play.ts";
import type { Cookies } from "../e2e/members.ts";
import { publicTemplates } from "../e2e/public-pages.ts";
import { logIn } from "../e2e/signing-in.ts";
import { openVisitor } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { createLogTrap } from "../support/world.ts";
import { AT, holdTime } from "./frozen-time.ts";
import { FOUND, type Place, placesOf, type Who } from "./places.ts";

export type World = { product: Product; places: Place[]; cookies: Record<Who, Cookies> };

export async function openWorld(browser: Browser): Promise<World> {
  const { log } = createLogTrap();
  const product = await startProduct({
    // Nothing works beside the pages: what is due was done before.
    environment: { ROLE: "web" },
    async before_listen(wired, config) {
      await playPast({ config, database: wired.database, log, now: AT });
    },
  });
  const { wired } = product;
  const work = () => runDueJobs(wired.database, wired.registry, log, AT);
  await work();
  const templates = await publicTemplates(product);
  const cookies: World["cookies"] = { visitor: [], member: [], newcomer: [] };
  for (const [who, { email, password }] of [
    ["member", ROSA],
    ["newcomer", JORDAN],
  ] as const) {
    const { page, context, close } = await openVisitor(browser, { baseURL: product.url });
    await page.clock.setFixedTime(AT);
    await page.goto("/login");
    await logIn(page, email, password);
    await page.waitForURL((url) => url.pathname !== "/login");
    cookies[who] = await context.cookies();
    await close();
  }
  await work();
  // What was told at one instant stands in the order of ids, which are drawn: here it gets one of its own.
  // It was read before: the first picture of it would else change the second.
  await wired.database.pool.query(
    `update notifications.notices n set at = n.at + later.seconds * interval '1 second', read_at = n.at from (
       select notice_id, row_number() over (partition by user_id, at order by title_en, body_en) - 1 as seconds
       from notifications.notices) later
     where later.notice_id = n.notice_id`,
  );
  holdTime();
  return { product, places: placesOf(templates, await foundPlaces(product)), cookies };
}

/** Pages of things that have no other name than their id. */
async function foundPlaces(product: Product): Promise<Place[]> {
  const { wired } = product;
  const rosa = await wired.database.pool.query("select user_id from identity.users where email = $1", [ROSA.email]);
  const { invoices } = await wired.membership.readMembership(rosa.rows[0].user_id);
  const offers = await (await fetch(`${product.url}/offers`)).text();
  return [
    {
      name: "one offer for coins",
      path: /\/coins\/offer\/[\w-]+/.exec(offers)?.[0] ?? "/coins/offer/none",
      status: 200,
      who: "visitor",
      file: FOUND["one offer for coins"],
    },
    {
      name: "a receipt of the membership",
      path: `/account/billing/${invoices[0]?.number}`,
      status: 200,
      who: "member",
      file: FOUND["a receipt of the membership"],
    },
  ];
}
