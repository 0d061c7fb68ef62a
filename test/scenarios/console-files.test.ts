/** A picture is handed in and decided about: who may, what is refused before it is kept, what the log tells, and what readers see. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let cate: Hired;
let sam: Hired;
beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  await createShopping(world);
  cate = await hireOperator(world, "Cate", ["catalogue"]);
  sam = await hireOperator(world, "Sam", ["support"]);
});
afterAll(() => world.close());

const png = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#a04020" } })
    .png()
    .toBuffer();
async function hand(who: Hired, bytes: Buffer | null, take = "store picture") {
  const form = new FormData();
  if (bytes) form.set("file", new Blob([new Uint8Array(bytes)]), "../../etc/passwd.svg");
  const body = new Response(form);
  return world.app.inject({
    ...{ method: "POST", url: `/api/console/hand-in?take=${encodeURIComponent(take)}` },
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { cookie: who.cookie(), "content-type": body.headers.get("content-type") ?? "" },
  });
}
const logged = async () => {
  const filters = { by: null, what: "file_handed_in", object: null, from: null, to: null, before: null };
  return (await world.staff.audit(filters)).rows;
};

it("is taken from who may decide, and from nobody else; what is refused is kept nowhere", async () => {
  const good = await png();
  const large = Buffer.concat([good, Buffer.alloc(5 * 1_048_576)]);
  const huge = Buffer.alloc(9 * 1_048_576);
  const kept = () =>
    world.base.handle.pool.query("select media_id from catalog.media where source_url like 'handed:%'");
  const answers = [
    await hand(sam, good),
    await hand(cate, good, "passwords"),
    await hand(cate, null),
    await hand(cate, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    await hand(cate, large),
    await hand(cate, huge),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    403,
    404,
    422,
    422,
    422,
    expect.toSatisfy((one) => one === 413 || one === 422),
  ]);
  expect([(await kept()).rows, await logged()]).toEqual([[], []]);
  const plain = await world.app.inject({
    ...{ method: "POST", url: "/api/console/hand-in?take=store%20picture", payload: "x" },
    headers: { cookie: cate.cookie(), "content-type": "text/plain" },
  });
  expect(plain.statusCode).toBeGreaterThanOrEqual(400);
});

it("is decided by its id as any word is, told in the log, and seen by readers after its ten minutes", async () => {
  const answer = await hand(cate, await png());
  const { id, line } = answer.json();
  expect([answer.statusCode, line]).toEqual([200, "64 × 64 points"]);
  expect(await logged()).toMatchObject([{ who: "Cate", object: id, facts: { take: "store picture", line } }]);
  const logo = async () =>
    (await world.catalog.under(world.partners.home).merchant("marlow-finch"))?.merchant.logo_url ?? null;
  const before = await logo();
  const asked = { place: "object" as const, name: "store", item: "marlow-finch", act: "upload picture", reason: "" };
  const decide = async (picture: string) =>
    world.staff.decide(await cate.me(), { ...asked, values: { picture } }, FROM);
  expect(await decide("")).toMatchObject({ ok: false, code: "told_wrong" });
  const decided = await decide(id);
  if (!decided.ok) throw new Error(decided.code);
  expect(decided.value).toMatchObject({ state: "waiting" });
  expect(await logo()).toBe(before);
  await world.advance({ minutes: 11 });
  await world.staff.sweep();
  await world.base.handle.pool.query(
    "update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'staff.carry_out'",
  );
  await world.work();
  const given = await logo();
  expect(given).not.toBe(before);
  const picture = await world.app.inject({ url: given ?? "" });
  expect([picture.statusCode, picture.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  const page = await world.operators.objects.find(({ kind }) => kind === "store")?.show("marlow-finch");
  expect(page?.picture).toBe(given);
});
