/**
 * Mail that comes back, as mail servers and providers tell of it: whom nothing is sent any more, what a complaint leaves, and
 * what a stranger cannot do with a forged message.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LetterDraft } from "#notifications";
import { createAccountCaller, type Session, sessionOf } from "../../../../test/support/account-calls.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { orderTracked } from "../../cashback/letters.ts";
import { accountDeleted } from "../../identity/letters.ts";

const PASSWORD = "a long postmark password";
const SECRET = "a-long-secret-of-reports";
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

let server: SMTPServer;
let world: World;
/** What the mail server says to a reader's name. */
let refuse: ((address: string) => { code: number; text: string } | null) | null = null;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, say) {
      const no = refuse?.(address);
      say(no ? Object.assign(new Error(no.text), { responseCode: no.code }) : null);
    },
    onData(stream, _session, say) {
      stream.resume().on("end", () => say());
    },
  });
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  world = await createWorld({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
      POSTMARK_WEBHOOK_PASSWORD: PASSWORD,
      SENDGRID_WEBHOOK_KEY: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      MAIL_REPORTS_SECRET: SECRET,
      RATE_LIMIT_FACTOR: "1",
    },
  });
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((closed) => server.close(() => closed()));
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

/** Sends a letter; answers what became of it and its name. */
async function mail(cause: string, email: string, letter: LetterDraft) {
  const recipient = { user_id: null, email, name: "Ann", language: "en" as const, partner: null };
  await world.database.transaction((tx) => world.notifications.queue(tx, { cause, recipient, letter }));
  await world.work();
  const { rows } = await world.base.handle.pool.query<{ mail_id: string; state: string }>(
    "select mail_id, state from notifications.mails where cause = $1",
    [cause],
  );
  return rows[0] ?? { mail_id: "", state: "" };
}
const stateOf = async (cause: string, email: string, letter: LetterDraft) => (await mail(cause, email, letter)).state;
const post = async (url: string, body: string | Buffer, headers: Record<string, string> = {}) => {
  const answer = await world.app.inject({
    method: "POST",
    url,
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  await world.work();
  return answer.statusCode;
};

describe("the mail server's own answer", () => {
  it.each([
    ["5.1.1 no such user", 550, true],
    ["no such user here", 550, true],
    ["5.2.1 mailbox disabled", 550, true],
    ["5.7.1 blocked by policy", 550, false],
    ["5.2.2 mailbox full", 552, false],
  ])("%s", async (text, code, returns) => {
    const address = `${text.replace(/\W+/g, "-")}@example.com`.toLowerCase();
    refuse = () => ({ code, text });
    expect(await stateOf(`first ${text}`, address.toUpperCase(), ACCOUNT)).toBe("refused");
    refuse = null;
    expect(await stateOf(`second ${text}`, address, ACCOUNT)).toBe(returns ? "returned" : "sent");
  });

  it("counts no more once somebody asks for mail again", async () => {
    const address = "5-1-1-no-such-user@example.com";
    expect(await world.notifications.returns.read(address)).toMatchObject({ reason: "bounce", told_by: "smtp" });
    expect(await world.database.transaction((tx) => world.notifications.returns.lift(tx, address))).toBe(true);
    expect(await stateOf("third", address, ACCOUNT)).toBe("sent");
  });
});

describe("Postmark", () => {
  // As in its documentation, without what we do not read.
  const bounce = (ID: number, Email: string, Type = "HardBounce") =>
    JSON.stringify({
      RecordType: "Bounce",
      ID,
      Type,
      TypeCode: 1,
      Email,
      Description: "The server was unable to deliver",
    });
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString("base64")}` });

  it("is believed by its password alone", async () => {
    expect(await post("/hooks/postmark", bounce(1, "eve@example.com"))).toBe(401);
    expect(await post("/hooks/postmark", bounce(1, "eve@example.com"), basic("a guess"))).toBe(401);
    expect(await stateOf("to eve", "eve@example.com", MONEY)).toBe("sent");
  });

  it("ends mail to a mailbox that is not there, and to no other", async () => {
    expect(await post("/hooks/postmark", bounce(2, "Bea@Example.com"), basic(PASSWORD))).toBe(200);
    expect(await post("/hooks/postmark", bounce(2, "Bea@Example.com"), basic(PASSWORD))).toBe(200);
    expect(await post("/hooks/postmark", bounce(3, "cy@example.com", "SoftBounce"), basic(PASSWORD))).toBe(200);
    expect(await stateOf("to bea", "bea@example.com", ACCOUNT)).toBe("returned");
    expect(await stateOf("to cy", "cy@example.com", ACCOUNT)).toBe("sent");
    expect(await post("/hooks/postmark", "no json", basic(PASSWORD))).toBe(400);
  });

  it("leaves whoever called a mail spam what their account needs", async () => {
    const spam = { RecordType: "SpamComplaint", ID: 4, Type: "SpamComplaint", TypeCode: 512, Email: "dee@example.com" };
    await post("/hooks/postmark", JSON.stringify(spam), basic(PASSWORD));
    expect(await stateOf("money to dee", "dee@example.com", MONEY)).toBe("returned");
    expect(await stateOf("account to dee", "dee@example.com", ACCOUNT)).toBe("sent");
    // A bounce that comes later does not undo what somebody asked for, nor the other way round.
    await post("/hooks/postmark", bounce(5, "dee@example.com"), basic(PASSWORD));
    expect(await world.notifications.returns.read("dee@example.com")).toMatchObject({ reason: "complaint" });
  });
});

describe("SendGrid", () => {
  const send = (events: unknown, at = world.clock.now(), key = privateKey) => {
    const body = JSON.stringify(events);
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    return post("/hooks/sendgrid", body, {
      "x-twilio-email-event-webhook-timestamp": timestamp,
      "x-twilio-email-event-webhook-signature": sign("sha256", Buffer.from(timestamp + body), key).toString("base64"),
    });
  };
  const event = (email: string, more: object) => ({ email, sg_event_id: `${email}-1`, timestamp: 1, ...more });

  it("is believed by its signature, for ten minutes", async () => {
    const bounced = [event("fay@example.com", { event: "bounce", type: "bounce", status: "5.1.1" })];
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect(await send(bounced, world.clock.now(), other)).toBe(401);
    expect(await send(bounced, new Date(world.clock.now().getTime() - 660_000))).toBe(401);
    expect(await post("/hooks/sendgrid", JSON.stringify(bounced))).toBe(401);
    expect(await stateOf("to fay", "fay@example.com", ACCOUNT)).toBe("sent");
  });

  it("tells of bounces, of blocks that pass, and of complaints", async () => {
    const told = [
      event("gil@example.com", { event: "bounce", type: "bounce", status: "5.1.1", reason: "no such user" }),
      event("hal@example.com", { event: "bounce", type: "blocked", status: "5.7.1" }),
      event("ida@example.com", { event: "spamreport" }),
      event("joy@example.com", { event: "delivered" }),
    ];
    expect(await send(told)).toBe(200);
    const states = [];
    for (const name of ["gil", "hal", "ida", "joy"])
      states.push(await stateOf(`to ${name}`, `${name}@example.com`, MONEY));
    expect(states).toEqual(["returned", "sent", "returned", "sent"]);
  });
});

describe("a mail server's report", () => {
  const host = () => new URL(world.productUrl).hostname;
  const report = (options: { mail_id: string; to: string; status?: string; abuse?: true }) =>
    [
      "From: MAILER-DAEMON@mx.example",
      "To: bounces@tuppence.example",
      "Subject: Undelivered Mail Returned to Sender",
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=${options.abuse ? "feedback-report" : "delivery-status"}; boundary="b1"`,
      "",
      "--b1",
      "Content-Type: text/plain",
      "",
      "This is the mail system.",
      "",
      "--b1",
      ...(options.abuse
        ? ["Content-Type: message/feedback-report", "", "Feedback-Type: abuse", `Original-Rcpt-To: <${options.to}>`]
        : [
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mx.example",
            "",
            `Final-Recipient: rfc822; ${options.to}`,
            "Action: failed",
            `Status: ${options.status ?? "5.1.1"}`,
            "Diagnostic-Code: smtp; 550 5.1.1 user unknown",
          ]),
      "",
      "--b1",
      "Content-Type: message/rfc822",
      "",
      `Message-ID: <${options.mail_id}@${host()}>`,
      `To: ${options.to}`,
      "Subject: ours",
      "",
      "words",
      "--b1--",
      "",
    ].join("\r\n");
  const tell = (text: string, secret = SECRET) =>
    post(`/hooks/mail/${secret}`, text, { "content-type": "message/rfc822" });

  it("counts when it brings back the name of a mail that went to whom it tells of", async () => {
    const { mail_id } = await mail("to kit", "kit@example.com", ACCOUNT);
    expect(await tell(report({ mail_id, to: "kit@example.com" }))).toBe(200);
    expect(await stateOf("again to kit", "kit@example.com", ACCOUNT)).toBe("returned");
    const other = await mail("to lou", "lou@example.com", ACCOUNT);
    expect(await tell(report({ mail_id: other.mail_id, to: "lou@example.com", abuse: true }))).toBe(200);
    expect(await stateOf("money to lou", "lou@example.com", MONEY)).toBe("returned");
    expect(await stateOf("account to lou", "lou@example.com", ACCOUNT)).toBe("sent");
  });

  it("changes nothing when a stranger wrote it", async () => {
    const { mail_id } = await mail("to max", "max@example.com", ACCOUNT);
    const guessed = "0198a1b2-0000-7000-8000-000000000000";
    expect(await tell(report({ mail_id, to: "max@example.com" }), "another-secret-of-reports")).toBe(404);
    // Of a mail that somebody else got, of one that never was, of one that passes, and no report at all.
    for (const text of [
      report({ mail_id: guessed, to: "max@example.com" }),
      report({ mail_id, to: "nia@example.com" }),
      report({ mail_id, to: "max@example.com", status: "4.2.2" }),
      report({ mail_id, to: "max@example.com", status: "5.7.1" }),
      "Subject: hello\r\n\r\nwords",
      "",
    ])
      expect(await tell(text)).toBe(200);
    expect(await stateOf("again to max", "max@example.com", ACCOUNT)).toBe("sent");
    expect(await stateOf("to nia", "nia@example.com", ACCOUNT)).toBe("sent");
  });
});

describe("a member whose mail comes back", () => {
  it("sees why, and has it tried again three times a day at most", async () => {
    const { call } = createAccountCaller(world);
    const ned = await world.member("Ned");
    refuse = (address) => (address === ned.email ? { code: 550, text: "5.1.1 no such user" } : null);
    await stateOf("to ned", ned.email, ACCOUNT);
    refuse = null;
    expect(await stateOf("again to ned", ned.email, ACCOUNT)).toBe("returned");
    const ask = async (session?: Session) =>
      (await call("POST", "/api/account/mails/try-again", {}, session ? { session } : {})).status;
    const session = sessionOf(await call("POST", "/api/web/login", { email: ned.email, password: ned.password }));
    expect(await ask()).toBe(401);
    expect(await world.notifications.returns.read(ned.email)).toMatchObject({
      detail: expect.stringContaining("5.1.1"),
    });
    const asked = [];
    for (let tries = 0; tries < 4; tries += 1) asked.push(await ask(session));
    expect(asked).toEqual([200, 200, 200, 429]);
    expect(await stateOf("once more to ned", ned.email, ACCOUNT)).toBe("sent");
  });

  it("asks for it with the link that confirms the address, too", async () => {
    const oda = await world.member("Oda");
    refuse = (address) => (address === oda.email ? { code: 550, text: "5.1.1 no such user" } : null);
    await stateOf("to oda", oda.email, ACCOUNT);
    refuse = null;
    expect((await world.identity.sendVerification(oda.user_id)).ok).toBe(true);
    await world.work();
    const { rows } = await world.base.handle.pool.query(
      "select count(*)::int as sent from notifications.mails where recipient = $1 and state = 'sent'",
      [oda.email],
    );
    expect(rows).toEqual([{ sent: 1 }]);
  });
});
