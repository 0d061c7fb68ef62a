/** Twilio's own client (npm `twilio`) against the sandbox: what it plays is what that client expects to hear. */
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../../sandbox/sandbox.ts";

const twilio: typeof import("twilio") = createRequire(import.meta.url)("twilio");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
afterAll(() => sandbox.close());

/** The client speaks to api.twilio.com alone: its own way of sending is led to the sandbox. */
function client(token = "sandbox-twilio-token") {
  const requests = new twilio.RequestClient();
  const toSandbox = Object.assign(Object.create(requests), {
    request: (options: { uri: string }) =>
      requests.request({
        ...options,
        uri: options.uri.replace("https://api.twilio.com", `${sandbox.url}/twilio`),
        // The client's own type of a request is not exported.
      } as never),
  });
  return twilio(ACCOUNT, token, { httpClient: toSandbox });
}
const ACCOUNT = "ACsandbox00000000000000000000000000";

it("sends a text and reads what became of it", async () => {
  const sent = await client().messages.create({ to: "+12025550123", from: "+15005550006", body: "Two pence" });
  expect(sent).toMatchObject({
    to: "+12025550123",
    body: "Two pence",
    status: "queued",
    errorCode: null,
    direction: "outbound-api",
  });
  expect(sent.sid).toMatch(/^SM[0-9a-f]{32}$/);
  expect(sent.dateCreated).toBeInstanceOf(Date);
});

it.each([
  ["+15005550001", 21_211],
  ["+15005550004", 21_610],
  ["12", 21_211],
])("hears the refusal of %s by its code", async (to, code) => {
  await expect(client().messages.create({ to, from: "+15005550006", body: "Two pence" })).rejects.toMatchObject({
    status: 400,
    code,
  });
});

it("hears that the account's token is wrong", async () => {
  await expect(
    client("wrong").messages.create({ to: "+12025550123", from: "+15005550006", body: "x" }),
  ).rejects.toMatchObject({
    status: 401,
    code: 20_003,
  });
});

it("refuses a parameter that Twilio's documentation does not name, and takes one that it does", async () => {
  const post = (more: Record<string, string>) =>
    fetch(`${sandbox.url}/twilio/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:sandbox-twilio-token`).toString("base64")}` },
      body: new URLSearchParams({ To: "+12025550123", From: "+15005550006", Body: "Two pence", ...more }),
    });
  expect((await post({ ValidityPeriod: "600" })).status).toBe(201);
  const refused = await post({ IdempotencyKey: "1", Sender: "us" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 20_001, message: "Unknown parameters: IdempotencyKey, Sender" });
});
