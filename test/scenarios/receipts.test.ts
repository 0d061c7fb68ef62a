/** A receipt from a member's hand to its fields: kept as our own picture, read, used once, and gone when it is to be. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eraseMemberData, readMemberData } from "../../src/modules/receipts/member-data-store.ts";
import { RECEIPT_READ, receiptId } from "../../src/modules/receipts/receipts.server.ts";
import { onEvent } from "../../src/platform/job.ts";
import { registerJobs } from "../../src/platform/jobs.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
type Session = { authorization: string; "x-tuppence-bind": string };

GlobalFonts.registerFromPath("node_modules/@fontsource/public-sans/files/public-sans-latin-400-normal.woff2", "Paper");
/** A clean receipt, its total in dollars; `note` makes it another file of the same paper. */
function paper(total: string, note = ""): Buffer {
  const canvas = createCanvas(640, 760);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f6f2ea";
  context.fillRect(0, 0, 640, 760);
  context.fillStyle = "#333333";
  context.font = "26px Paper";
  const lines = [
    "      Marlow & Finch",
    "   12 Main St, Austin, TX 78701",
    "   03/05/2027  14:22",
    "",
    `GLASS           ${total}`,
    "SHIPPING          4.00",
    "",
    `SUBTOTAL        ${total}`,
    "SALES TAX         2.00",
    `TOTAL          $${(Number(total) + 6).toFixed(2)}`,
    "THANK YOU",
    note,
  ];
  for (const [at, line] of lines.entries()) context.fillText(line, 20, 60 + at * 52);
  return canvas.toBuffer("image/png");
}

async function signUp(name: string): Promise<{ user_id: string; session: Session }> {
  const { user_id } = await world.member(name);
  const { login_token, bind_secret } = await world.identity.open(user_id, { user_agent: "", address: "" });
  return { user_id, session: { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" } };
}

function handIn(bytes: Buffer, headers: Partial<Session>, name = "receipt.png") {
  const edge = "edge-of-a-part";
  return world.app.inject({
    method: "POST",
    url: "/api/user/receipts",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
  });
}

const see = (url: string, headers: Partial<Session> = {}) => world.app.inject({ method: "GET", url, headers });
const idOf = (shown: string): string => {
  const id = receiptId.read(shown);
  if (!id) throw new Error(shown);
  return id;
};
const filesLeft = async (): Promise<string[]> =>
  (await readdir(join(world.config.DATA_DIR, "receipts"), { recursive: true }).catch(() => [])).filter(
    (name) => name.length > 10,
  );

let ann: { user_id: string; session: Session };
let ben: { user_id: string; session: Session };
const heard: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  registerJobs(world.registry, [
    onEvent(RECEIPT_READ, "story.hear_receipt", async ({ receipt_id }) => {
      heard.push(receipt_id);
    }),
  ]);
  world.receipts.registerNames(() => [{ name: "Marlow & Finch", internal_name: "marlow-finch" }]);
  [ann, ben] = [await signUp("Ann"), await signUp("Ben")];
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

it("a receipt is kept as our own picture, read, and shown to its member alone", async () => {
  const bytes = paper("40.00");
  const taken = await handIn(bytes, ann.session, "../../etc/Ikea <1>.php");
  expect(taken.statusCode, taken.body).toBe(200);
  const { receipt_id, name, state, pages } = taken.json();
  expect([receipt_id.slice(0, 4), name, state, pages]).toEqual(["rct_", "Ikea-1.png", "reading", 1]);
  // The same bytes once more are the same receipt.
  expect((await handIn(bytes, ann.session)).json().receipt_id).toBe(receipt_id);
  await world.work();
  expect(heard).toEqual([idOf(receipt_id)]);

  const seen = (await see(`/api/user/receipts/${receipt_id}`, ann.session)).json();
  expect(seen).toMatchObject({
    state: "read",
    read: {
      merchant: { value: { internal_name: "marlow-finch" }, sure: true },
      date: { value: "2027-03-05", sure: true },
      total: { value: "4600", sure: true },
      shipping: { value: "400" },
      currency: "USD",
      language: "en",
    },
  });
  const picture = await see(`/api/user/receipts/${receipt_id}/picture?page=1`, ann.session);
  expect([picture.statusCode, picture.headers["content-type"], picture.headers["cache-control"]]).toEqual([
    200,
    "image/jpeg",
    "private, no-store",
  ]);
  expect(picture.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(picture.headers["x-content-type-options"]).toBe("nosniff");
  expect(picture.rawPayload.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  for (const address of [`/api/user/receipts/${receipt_id}`, `/api/user/receipts/${receipt_id}/picture`]) {
    expect((await see(address, ben.session)).statusCode).toBe(404);
    expect((await see(address)).statusCode).toBe(401);
  }
  // What lies on the disk is sealed: neither the file that was sent nor a picture that somebody could open.
  const [file] = await filesLeft();
  const kept = await readFile(join(world.config.DATA_DIR, "receipts", file ?? ""));
  expect(kept.subarray(0, 3).toString("hex")).not.toBe("ffd8ff");
});

it("one paper proves one thing, and what it may be the same as is told", async () => {
  const first = idOf((await handIn(paper("50.00"), ann.session)).json().receipt_id);
  const again = idOf((await handIn(paper("50.00", "."), ben.session)).json().receipt_id);
  await world.work();
  const { receipts, database } = world;
  const use = (receipt_id: string, user_id: string, cause: string) =>
    database.transaction((tx) => receipts.use(tx, { receipt_ids: [receipt_id], user_id, cause }));
  expect(await use(first, ben.user_id, "claim:1")).toMatchObject({ code: "unknown_receipt" });
  expect(await use(first, ann.user_id, "claim:1")).toMatchObject({ ok: true });
  expect(await use(first, ann.user_id, "claim:1")).toMatchObject({ ok: true });
  expect(await use(first, ann.user_id, "claim:2")).toMatchObject({ code: "receipt_used" });
  expect(await receipts.likenesses(database.db, again)).toEqual([
    { receipt_id: first, user_id: ann.user_id, how: "same_fields" },
  ]);
  expect(await receipts.likenesses(database.db, first)).toEqual([]);
  // The same bytes by somebody else are another receipt, and found.
  const copy = idOf((await handIn(paper("50.00"), ben.session)).json().receipt_id);
  expect(copy).not.toBe(first);
  expect((await receipts.likenesses(database.db, copy))[0]).toMatchObject({ receipt_id: first, how: "same_file" });
  await database.transaction((tx) => receipts.release(tx, "claim:1"));
  expect(await receipts.likenesses(database.db, copy)).toEqual([]);
  expect(await use(first, ann.user_id, "claim:2")).toMatchObject({ ok: true });
});

it("hostile files are refused in plain words, in the member's language, and leave nothing behind", async () => {
  const before = (await filesLeft()).length;
  const refused = async (bytes: Buffer, name?: string, headers: Record<string, string> = {}) => {
    const answer = await handIn(bytes, { ...ben.session, ...headers }, name);
    return [answer.statusCode, answer.json().code, answer.json().message];
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await refused(svg, "receipt.png")).toEqual([422, "file_invalid", expect.stringContaining("Choose a picture")]);
  expect(await refused(svg, "receipt.png", { cookie: "lang=es" })).toEqual([
    422,
    "file_invalid",
    expect.stringContaining("Elige una imagen"),
  ]);
  expect(await refused(Buffer.alloc(0))).toEqual([422, "file_empty", expect.stringContaining("empty")]);
  for (const megabytes of [10.5, 100]) {
    const [status, , message] = await refused(Buffer.alloc(megabytes * 1_048_576, 1));
    expect([status, typeof message]).toEqual([413, "string"]);
  }
  const none = await world.app.inject({ method: "POST", url: "/api/user/receipts", headers: ben.session });
  expect([none.statusCode, none.json().code]).toEqual([422, "file_missing"]);
  expect((await handIn(paper("9.00"), {})).statusCode).toBe(401);
  expect((await filesLeft()).length).toBe(before);
});

it("operators see a paper beside what was read of it, by an address that is good for minutes", async () => {
  const { receipt_id: shown } = (await handIn(paper("70.00"), ben.session)).json();
  const receiptKind = world.operators.objects.find(({ kind }) => kind === "receipt");
  expect(receiptKind?.permission).toBe("members.personal");
  const check = world.operators.checks.find(({ name }) => name === "receipts");
  expect((await check?.look(world.clock.now()))?.state).toBe("fine");
  await world.advance({ minutes: 40 });
  expect((await check?.look(world.clock.now()))?.state).toBe("warn");
  await world.work();
  expect((await check?.look(world.clock.now()))?.state).toBe("fine");
  const page = await receiptKind?.show(shown);
  expect(page?.facts).toMatchObject({ state: "read", total: "76.00", date: "2027-03-05" });
  expect(page?.personal?.text).toContain("Marlow");
  expect(page?.timeline.map(({ what }) => what)).toEqual(["reading", "read"]);
  const { pathname, search } = new URL(page?.personal?.["page 1"] ?? "");
  expect((await see(pathname + search)).headers["content-type"]).toBe("image/jpeg");
  for (const wrong of [search.replace("page=1", "page=2"), search.replace("key=", "key=x"), "?page=1&until=9e15&key=x"])
    expect((await see(pathname + wrong)).statusCode).not.toBe(200);
  await world.advance({ minutes: 16 });
  expect((await see(pathname + search)).statusCode).toBe(404);
  // Read anew it is told of once more.
  const told = heard.length;
  const again = receiptKind?.acts?.find(({ name }) => name === "read again");
  expect(await again?.run(shown, { by: "story", reason: "", values: {} })).toMatchObject({ ok: true });
  await world.work();
  expect(heard.slice(told)).toEqual([idOf(shown)]);
  expect((await see(`/api/user/receipts/${shown}`, ben.session)).json().read.total.value).toBe("7600");
});

it("at once: one file is one receipt, and of two causes one has it", async () => {
  const bytes = paper("61.00");
  const ids = (await Promise.all([1, 2, 3].map(() => handIn(bytes, ben.session)))).map((one) => one.json().receipt_id);
  expect(new Set(ids).size).toBe(1);
  const receipt_id = idOf(ids[0]);
  const { receipts, database } = world;
  const outcomes = await Promise.all(
    ["claim:7", "claim:8", "claim:9"].map((cause) =>
      database.transaction((tx) => receipts.use(tx, { receipt_ids: [receipt_id], user_id: ben.user_id, cause })),
    ),
  );
  expect(outcomes.map((one) => (one.ok ? "used" : one.code)).toSorted()).toEqual([
    "receipt_used",
    "receipt_used",
    "used",
  ]);
  await world.work();
});

it("papers go along when two accounts become one, and stand in the copy of a member's data", async () => {
  const { receipts, database } = world;
  const cara = await signUp("Cara");
  const shown = idOf((await handIn(paper("33.00"), cara.session)).json().receipt_id);
  await database.transaction((tx) => receipts.moveMember(tx, { from: cara.user_id, to: ann.user_id }));
  expect(await receipts.show(cara.user_id, shown)).toBeNull();
  expect((await receipts.show(ann.user_id, shown))?.receipt_id).toBe(shown);
  const told = JSON.stringify(await readMemberData(database.db, ann.user_id));
  expect(told).toContain(shown);
  expect(told).not.toContain(cara.user_id);
});

it("what nobody uses goes after thirty days, and everything with its member", async () => {
  const before = (await filesLeft()).length;
  expect(before).toBeGreaterThan(2);
  await world.advance({ days: 31 });
  await world.receipts.dropUnused();
  // The used ones stay.
  expect((await filesLeft()).length).toBe(2);
  for (const { user_id } of [ann, ben]) await world.database.transaction((tx) => eraseMemberData(tx, user_id));
  await world.work();
  expect(await filesLeft()).toEqual([]);
});

it("a paper whose pages are lost is unreadable, and whoever waits for it hears so", async () => {
  const shown = (await handIn(paper("62.00"), ben.session)).json().receipt_id;
  await rm(join(world.config.DATA_DIR, "receipts"), { recursive: true });
  const told = heard.length;
  await world.work();
  expect(heard.slice(told)).toEqual([idOf(shown)]);
  const seen = (await see(`/api/user/receipts/${shown}`, ben.session)).json();
  expect([seen.state, seen.read]).toEqual(["unreadable", null]);
  expect((await see(`/api/user/receipts/${shown}/picture`, ben.session)).statusCode).toBe(404);
});
