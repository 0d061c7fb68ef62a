/** Attacks on the console's edges: where alarms are posted, who tells of mail that comes back, and what answers carry out of the house. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

const KEY = "a secret to sign alarms with";
const PASSWORD = "a long postmark password";
const REPORTS = "a-long-secret-of-reports";

type Heard = { path: string; body: string; signature: string };
let world: World;
let chat: Server;
const heard: Heard[] = [];
/** What the chat service answers with. */
let answer: { status: number; headers?: Record<string, string> } = { status: 200 };
beforeEach(async () => {
  heard.length = 0;
  answer = { status: 200 };
  chat = createServer((request, reply) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const signature = String(request.headers["x-tuppence-signature"] ?? "");
      heard.push({ path: request.url ?? "", body, signature });
      reply.writeHead(answer.status, answer.headers).end("secret-of-the-chat said no");
    });
  });
  await new Promise<void>((ready) => chat.listen(0, "127.0.0.1", ready));
  const { port } = chat.address() as { port: number };
  world = await createWorld({
    environment: {
      ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/services/T0/B0/secret-of-the-chat`,
      ALARM_WEBHOOK_SECRET: KEY,
      POSTMARK_WEBHOOK_PASSWORD: PASSWORD,
      MAIL_REPORTS_SECRET: REPORTS,
    },
  });
});
afterEach(async () => {
  await world.close();
  await new Promise((closed) => chat.close(closed));
});
const sql = async (text: string) => (await world.base.handle.pool.query(text)).rows;

/** One look after the other until it is told. */
async function look(state: "fine" | "bad") {
  const check = {
    name: "feeds",
    what: "Whether feeds work",
    look: async () => ({ state, line: `feeds are ${state}` }),
  };
  world.health.watch({ checks: [check], figures: [], tables: [] });
  await world.health.lookAndTell();
  await world.health.lookAndTell();
}
const again = async () => {
  await sql("update graphile_worker._private_jobs set run_at = now(), attempts = 0 where attempts > 0 returning id");
  await world.work();
};

it("what is posted is signed with its instant, follows no other address, and leaves no word of the address or the answer behind", async () => {
  answer = { status: 302, headers: { location: "/latest/meta-data" } };
  await look("bad");
  await world.work();
  expect(heard.map(({ path }) => path)).toEqual(["/services/T0/B0/secret-of-the-chat"]);
  answer = { status: 500 };
  await again();
  const jobs = JSON.stringify(await sql("select last_error from graphile_worker._private_jobs"));
  expect(jobs).toMatch(/127\.0\.0\.1/);
  for (const secret of ["secret-of-the-chat", KEY, "said no"]) expect(jobs).not.toContain(secret);
  answer = { status: 200 };
  await world.advance({ hours: 1 });
  await again();
  const [first, last] = [heard[0], heard.at(-1)];
  const [, seconds = "", signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(last?.signature ?? "") ?? [];
  expect(signed).toBe(createHmac("sha256", KEY).update(`${seconds}.${last?.body}`).digest("hex"));
  expect(last?.signature, "sent again it is signed again").not.toBe(first?.signature);
  expect(heard.every(({ body }) => !body.includes("secret") && !body.includes(KEY))).toBe(true);
});

it("an alarm that is over is not raised by a message that was late", async () => {
  answer = { status: 500 };
  await look("bad");
  await world.work();
  answer = { status: 200 };
  await look("fine");
  await world.work();
  await again();
  const told = heard.slice(1).map(({ body }) => JSON.parse(body).state);
  expect(told).toContain("cleared");
  expect(told.at(-1)).toBe("cleared");
  expect(told).not.toContain("raised");
});

const post = async (url: string, body: string, headers: Record<string, string> = {}) => {
  const reply = await world.app.inject({
    ...{ method: "POST" as const, url, body },
    headers: { "content-type": "application/json", ...headers },
  });
  await world.work();
  return reply.statusCode;
};
const postmark = (more: object) =>
  post(
    "/hooks/postmark",
    JSON.stringify({ RecordType: "Bounce", ID: 1, Type: "HardBounce", Email: "ida@example.com", ...more }),
    { authorization: `Basic ${Buffer.from(`x:${PASSWORD}`).toString("base64")}` },
  );
const returned = async () =>
  (await sql("select address from notifications.returned order by address")).map((row) => row.address);

it("a report holds what it likes, and ends mail for nobody but its own reader", async () => {
  const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
  await world.work();
  // Words of a foreign server: no text, half of a sign at the very cut, far too long, nested.
  const half = `${"x".repeat(280)}${"😀".repeat(40)}`;
  for (const [ID, Details] of [
    [2, "no\u0000body"],
    [3, half],
    [4, "\ud83d"],
    [5, "y".repeat(100_000)],
  ] as const)
    expect(await postmark({ ID, Details, Email: `n${ID}@example.com` }), Details.slice(0, 9)).toBe(200);
  expect(await returned()).toEqual(["n2@example.com", "n3@example.com", "n4@example.com", "n5@example.com"]);
  const [mail] = await sql(`select mail_id from notifications.mails where recipient = '${ann.email}' limit 1`);
  const host = new URL(world.config.PUBLIC_URL).hostname;
  const report = (finalRecipient: string, heads = `Message-ID: <${mail.mail_id}@${host}>`) =>
    [
      "Content-Type: multipart/report; boundary=b",
      ...["", "--b", "Content-Type: message/delivery-status", ""],
      ...[
        "Reporting-MTA: dns; mx",
        "",
        `Final-Recipient: rfc822; ${finalRecipient}`,
        "Action: failed",
        "Status: 5.1.1",
      ],
      ...["", "--b", "Content-Type: text/rfc822-headers", "", heads, "", "--b--", ""],
    ].join("\r\n");
  const send = (text: string) => post(`/hooks/mail/${REPORTS}`, text, { "content-type": "message/rfc822" });
  for (const text of [
    report(ben.email),
    report(`${ben.email}\r\n ,${ann.email}`),
    report(`${ann.email}\r\nFinal-Recipient: rfc822; ${ben.email}`),
    report(ann.email, `Message-ID: <${mail.mail_id}@evil.example>`),
    report(ann.email, `Message-ID: <00000000-0000-7000-8000-000000000000@${host}>`),
    report(ann.email, `Message-ID: <' or 1=1 --@${host}>`),
    "x".repeat(1_000_000),
  ])
    expect(await send(text)).toBe(200);
  expect((await returned()).filter((address) => /^(ann|ben)@/.test(address))).toEqual([]);
  expect(await send("x".repeat(1_200_000))).toBe(413);
  expect(await post("/hooks/mail/another-secret-of-reports", report(ann.email))).toBe(404);
  expect(await send(report(ann.email)), "her own server's own report counts").toBe(200);
  expect(await returned()).toContain(ann.email);
});

it("an answer goes once, to whoever wrote, without their words, and what colleagues type runs nowhere", async () => {
  const sent = await world.help.send(
    { user_id: null, name: "", is_verified: false, brand: tuppence, language: "en", address: "203.0.113.7" },
    {
      ...{ form: world.help.newForm(), files: [] },
      typed: {
        ...{ topic: "other", email: "olive@example.com", body: "CHEAP PILLS at evil.example" },
        ...{ store: "", order_number: "", ordered_on: "", amount: "" },
      },
    },
  );
  if (!sent.ok) throw new Error("it is sent");
  const desk = createOperators(world);
  const [found] = await desk.search(sent.number);
  const id = found?.id ?? "";
  const act = (queue: string, told: { by: string; reason?: string; values: Record<string, string> }) =>
    world.operators.queues.find(({ name }) => name === queue)?.acts[0]?.run(id, desk.toldOf({ reason: "", ...told }));
  const words = "<img src=x onerror=alert(1)> Hello\r\nBcc: ben@example.com";
  expect(await act("purchases", { by: "opr_cy", reason: "found", values: {} }), "not by the other queue").toMatchObject(
    {
      code: "not_possible",
    },
  );
  const answers = await Promise.all(
    ["opr_ann", "opr_bob", "opr_cy"].map((by) => act("messages", { by, values: { words: `${words} ${by}` } })),
  );
  expect(answers.filter((one) => one?.ok)).toHaveLength(1);
  expect(await act("messages", { by: "opr_dan", values: { words: "more" } })).toMatchObject({ code: "not_possible" });
  await world.work();
  const { mails } = await world.control<{ mails: { subject: string; html: string; text: string }[] }>(
    `/mails?to=${encodeURIComponent("olive@example.com")}`,
  );
  const own = mails.filter(({ subject }) => /^Our answer/.test(subject));
  expect(own).toHaveLength(1);
  expect(own[0]?.html).not.toMatch(/<img src=x/);
  expect(own[0]?.html).toContain("&lt;img");
  expect(mails.some(({ html, text }) => /CHEAP PILLS/.test(html + text))).toBe(false);
  expect(await world.mails("ben@example.com")).toEqual([]);
});
