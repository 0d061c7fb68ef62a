/** A chat over two servers, one of which is killed: its writer goes on at the other after the last line they had, and nothing is missing or doubled. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { listenForNotices } from "../../src/server/serve.ts";
import { type Listening, listenTo } from "../support/event-source.ts";
import { hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let notices: { stop(): Promise<void> };
const children: ChildProcess[] = [];
const open: Listening[] = [];
beforeAll(async () => {
  // The other server has the machine's own time.
  world = await createWorld({ at: new Date().toISOString() });
  notices = await listenForNotices(world.base.handle, world, () => {}, world.log);
});
afterAll(async () => {
  for (const one of open) await one.close();
  for (const child of children) child.kill("SIGKILL");
  await notices.stop();
  await world.close();
});

/** Another process of the product, on the same database. */
async function startServer() {
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "test/support/crash-server.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...{ NODE_ENV: "test", ROLE: "web", HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "error" },
      // The same secrets as here: they lie with the data.
      ...{ DATA_DIR: world.config.DATA_DIR, DATABASE_URL: world.base.url },
      ...{ PUBLIC_URL: world.productUrl, SANDBOX_PORT: new URL(world.sandbox.url).port },
      ...{ SMTP_URL: world.config.SMTP_URL, RATE_LIMIT_FACTOR: "1000" },
    },
  });
  children.push(child);
  await new Promise<void>((ready, fail) => {
    child.once("exit", () => fail(new Error("the other server did not start")));
    child.stdout?.on("data", (chunk) => String(chunk).includes("ready") && ready());
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { url: `http://127.0.0.1:${port}`, kill };
}

const post = async (url: string, path: string, json: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response;
};
async function follow(url: string, path: string, headers: Record<string, string>) {
  const stream = await listenTo(`${url}${path}`, headers);
  open.push(stream);
  expect(stream.status).toBe(200);
  expect([stream.headers.get("content-type"), stream.headers.get("x-accel-buffering")]).toEqual([
    "text/event-stream; charset=utf-8",
    "no",
  ]);
  return stream;
}
const words = (stream: Listening) => stream.lines().map(({ data }) => data.words);
const hasHeard = (stream: Listening, said: string) => stream.until(said, () => words(stream).includes(said));

it("goes on at the other server, after the last line that was had", { timeout: 120_000 }, async () => {
  const [other, third] = [await startServer(), await startServer()];
  const ann = await hireOperator(world, "Ann", ["support"]);
  const form = () => world.help.newForm();
  const begun = await post(other.url, "/api/help/chat", { form: form(), words: "One", email: "zoe@example.com" });
  const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { chat } = (await begun.json()) as { chat: { id: string } };
  const path = `/api/help/chat/stream?chat=${chat.id}`;
  const say = async (text: string) => {
    await world.advance({ seconds: 1 });
    const told = { place: "object", name: "message", item: chat.id, act: "say", values: { words: text } };
    await post(world.productUrl, "/api/console/decisions", told, { cookie: ann.cookie() });
  };

  // Its writer is at one server, the desk at another.
  const desk = await follow(world.productUrl, `/api/console/live?kind=message&id=${chat.id}`, { cookie: ann.cookie() });
  const hers = await follow(other.url, path, { cookie });
  await desk.until("that she is here", () => desk.heard.findLast(({ event }) => event === "talk")?.data.here === true);
  await say("Two");
  await hasHeard(hers, "Two");
  await post(other.url, "/api/help/chat/words", { chat: chat.id, form: form(), words: "Three" }, { cookie });
  await hasHeard(desk, "Three");
  await hasHeard(hers, "Three");
  const last = hers.lastId();

  await other.kill();
  await hers.until("the end", () => hers.hasEnded());
  await say("Four");
  await world.advance({ seconds: 46 });
  await say("Five");
  await desk.until("that she is gone", () => desk.heard.findLast(({ event }) => event === "talk")?.data.here === false);

  const again = await follow(third.url, path, { cookie, "last-event-id": last });
  await hasHeard(again, "Five");
  expect(words(again), "what she had is not sent again").toEqual(["Four", "Five"]);
  await say("Six");
  await hasHeard(again, "Six");
  // What was lost on the way is sent again by its writer, and is there once.
  const lost = { chat: chat.id, form: form(), words: "Seven" };
  for (const url of [third.url, world.productUrl, third.url]) await post(url, "/api/help/chat/words", lost, { cookie });
  await hasHeard(again, "Seven");
  await hasHeard(desk, "Seven");
  expect(words(desk)).toEqual(["One", "Two", "Three", "Four", "Five", "Six", "Seven"]);
  expect(words(again)).toEqual(["Four", "Five", "Six", "Seven"]);
  const places = desk.lines().map(({ id }) => Number(id));
  expect(places).toEqual(places.toSorted((one, next) => one - next));

  // The connection on which this process listens is cut: what was told meanwhile is read from the table.
  const beside = await follow(world.productUrl, path, { cookie, "last-event-id": again.lastId() });
  await world.base.handle.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  await say("Eight");
  await hasHeard(beside, "Eight");
  await hasHeard(again, "Eight");
});
