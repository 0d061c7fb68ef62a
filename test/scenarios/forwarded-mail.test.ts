/** A store's mail from a member's forwarding address to its facts, once, signed or not, and never its text. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { FACTS_READ } from "#mailboxes";
import { onEvent } from "#platform/job";
import { registerJobs } from "#platform/jobs";
import { handInMail } from "../support/order-mail.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let ann: string;
let ben: string;
const heard: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  await world.catalog.importAll();
  registerJobs(world.registry, [
    onEvent(FACTS_READ, "story.hear_mail", async ({ mail_id }) => {
      heard.push(mail_id);
    }),
  ]);
  ann = (await world.member("Ann")).user_id;
  ben = (await world.member("Ben")).user_id;
}, 60_000);
afterAll(() => world.close());

const textsKept = async (): Promise<string> => {
  const { rows } = await world.base.handle.pool.query<{ row: string }>(
    "select to_jsonb(i)::text as row from platform.inbox i where provider = 'mailbox'",
  );
  return rows.map(({ row }) => row).join("\n");
};

it("a mail that the store signed becomes signed facts with one event, and its text is gone", async () => {
  const { truth, facts } = await handInMail(world, ann, { seed: 11, kind: "order", domain: "marlowfinch.example" });
  expect(facts).toHaveLength(1);
  const [fact] = facts;
  expect(fact).toMatchObject({
    proof: "signed",
    user_id: ann,
    store: { name: "Marlow Finch", domain: "marlowfinch.example" },
  });
  expect(fact?.store.merchant_id).not.toBeNull();
  expect(fact?.content).toMatchObject({
    kind: "order",
    order_number: truth.order_number,
    total_minor: BigInt(String(truth.total_minor)),
  });
  expect(heard).toEqual([fact?.mail_id]);
  expect(await world.mailboxes.factsOf(fact?.mail_id ?? "")).toEqual(facts);
  expect(await textsKept()).not.toContain('"raw"');
});

it("the same mail twice says it once, and of another member's copy nobody vouches", async () => {
  const again = await handInMail(world, ann, { seed: 11, kind: "order", domain: "marlowfinch.example" });
  expect(again.facts).toEqual([]);
  const copied = await handInMail(world, ben, { seed: 11, kind: "order", domain: "marlowfinch.example" });
  expect(copied.facts.map(({ proof }) => proof)).toEqual(["none"]);
});

it.each([
  ["nobody signed it", { signed_by: "nobody" }],
  ["another host signed it", { signed_by: "forger.example" }],
  ["a person forwarded it", { by_hand: "ann@gmail.com" }],
])("of a mail that %s the facts are kept without proof", async (_name, how) => {
  const { facts, truth } = await handInMail(world, ann, {
    seed: 31 + heard.length,
    domain: "marlowfinch.example",
    ...how,
  });
  expect(facts.map(({ proof, store }) => [proof, store.domain])).toEqual([["none", "marlowfinch.example"]]);
  expect(facts[0]?.content).toMatchObject({ order_number: truth.order_number });
});
