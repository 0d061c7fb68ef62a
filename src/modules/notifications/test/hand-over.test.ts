/** The hand-over of mails to a mail server that hesitates, goes away in the middle, and says no. */
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LetterDraft } from "#notifications";
import { until } from "../../../../test/support/stage.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { orderTracked } from "../../cashback/letters.ts";
import { accountDeleted } from "../../identity/letters.ts";
import { createSmtp } from "../smtp/smtp.ts";

type Taken = { text: string; connection: string };
type Say = (error?: (Error & { responseCode?: number }) | null) => void;
let server: SMTPServer;
let url = "";
let world: World;
let taken: Taken[] = [];
/** What the server does with the next mail once it has it whole. */
let answer: (say: Say, hangUp: () => void) => void = (say) => say();

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onData(stream: SMTPServerDataStream, session, say) {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on("end", () => {
        taken.push({ text, connection: session.id });
        answer(say as Say, () => {
          for (const one of server.connections) (one as { _socket: { destroy(): void } })._socket.destroy();
        });
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`;
  world = await createWorld({ environment: { SMTP_URL: url } });
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((closed) => server.close(() => closed()));
});
beforeEach(() => {
  taken = [];
  answer = (say) => say();
});

const MONEY = orderTracked({
  merchant: "Marlow & Finch",
  order_reference: "N-1",
  sale_minor: "12800",
  back_minor: "768",
  clicked_at: "2027-03-10T19:42:00Z",
  ordered_at: "2027-03-10T19:58:00Z",
  expected_at: "2027-04-09T00:00:00Z",
  reason: null,
});
const ACCOUNT = accountDeleted({ name: "Ann", given_up: null });
const recipient = { user_id: null, email: "ann@example.com", name: "Ann", language: "en" as const, partner: null };
const queue = (cause: string, letter: LetterDraft) =>
  world.database.transaction((tx) => world.notifications.queue(tx, { cause, recipient, letter }));
const rows = async (cause: string) =>
  (
    await world.base.handle.pool.query<{ mail_id: string; state: string; attempts: number; last_error: string | null }>(
      "select mail_id, state, attempts, last_error from notifications.mails where cause = $1",
      [cause],
    )
  ).rows[0];
const again = async () => {
  await world.base.handle.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await world.work();
};

it("keeps its connection from mail to mail", async () => {
  for (let n = 0; n < 4; n += 1) await queue(`pooled-${n}`, MONEY);
  await world.work();
  expect(taken).toHaveLength(4);
  expect(new Set(taken.map((one) => one.connection)).size).toBeLessThanOrEqual(3);
  taken = [];
  await queue("pooled-later", MONEY);
  await world.work();
  await queue("pooled-last", MONEY);
  await world.work();
  expect(new Set(taken.map((one) => one.connection)).size).toBe(1);
});

it("holds no transaction while the server hesitates", async () => {
  let go = () => {};
  const held = new Promise<void>((settle) => {
    answer = (say) => {
      settle();
      go = () => say();
    };
  });
  await queue("slow", MONEY);
  const working = world.work();
  await held;
  expect(await rows("slow")).toMatchObject({ state: "sending" });
  const { rows: open } = await world.base.handle.pool.query(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(open).toEqual([]);
  go();
  await working;
  expect(await rows("slow")).toMatchObject({ state: "sent" });
});

describe("when the answer is lost after the mail was handed over", () => {
  it("a mail about money is not sent again", async () => {
    answer = (_say, hangUp) => hangUp();
    await queue("lost-money", MONEY);
    await world.work();
    answer = (say) => say();
    await again();
    expect(taken).toHaveLength(1);
    expect(await rows("lost-money")).toMatchObject({ state: "unclear", attempts: 1 });
  });

  it("one about the account is, and can be known as the same", async () => {
    answer = (_say, hangUp) => hangUp();
    await queue("lost-account", ACCOUNT);
    await world.work();
    answer = (say) => say();
    await until("it to be sent", async () => {
      await again();
      return (await rows("lost-account"))?.state === "sent";
    });
    const ids = taken.map((one) => /^message-id: (.*)$/im.exec(one.text)?.[1]?.trim());
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

it("after a process that died in the middle of it goes by the same rule", async () => {
  await queue("died-money", MONEY);
  await queue("died-account", ACCOUNT);
  await world.base.handle.pool.query("update notifications.mails set state = 'sending' where cause like 'died-%'");
  await world.work();
  expect(await rows("died-money")).toMatchObject({ state: "unclear" });
  expect(await rows("died-account")).toMatchObject({ state: "sent" });
  expect(taken).toHaveLength(1);
});

it("what the server refuses for good is not tried again, what it refuses for now is", async () => {
  answer = (say) => say(Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }));
  await queue("refused", MONEY);
  await world.work();
  expect(await rows("refused")).toMatchObject({ state: "refused", last_error: expect.stringContaining("550") });
  answer = (say) => say(Object.assign(new Error("4.3.0 busy"), { responseCode: 451 }));
  await queue("busy", MONEY);
  await world.work();
  expect(await rows("busy")).toMatchObject({ state: "failed" });
  answer = (say) => say();
  await again();
  expect(await rows("busy")).toMatchObject({ state: "sent", attempts: 2 });
});

it("gives up waiting after its own time, not the server's", async () => {
  answer = () => {};
  const smtp = createSmtp(url, { socket_ms: 200 });
  const mail = { from: "a@example.com", to: "b@example.com", subject: "S", html: "<p>x</p>", text: "x", headers: {} };
  expect(await smtp.send({ ...mail, message_id: "<1@example.com>" })).toMatchObject({ state: "unclear" });
  smtp.close();
  const nobody = createSmtp("smtp://127.0.0.1:1");
  expect(await nobody.send({ ...mail, message_id: "<2@example.com>" })).toMatchObject({ state: "failed" });
  nobody.close();
});
