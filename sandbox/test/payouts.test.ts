import { createHmac, createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTH, type Received, type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

describe("PayPal", () => {
  let token = "";
  const header = (name: string, r: Received) => String(r.headers[name] ?? "");
  const send = (sender_batch_id: string, receivers: string[]) =>
    world.call("/paypal/v1/payments/payouts", {
      auth: `Bearer ${token}`,
      json: {
        sender_batch_header: { sender_batch_id, recipient_type: "EMAIL", email_subject: "You have a payout" },
        items: receivers.map((receiver, n) => ({
          recipient_type: "EMAIL",
          receiver,
          amount: { value: "9.87", currency: "USD" },
          sender_item_id: `${sender_batch_id}_${n}`,
        })),
      },
    });
  const get = async (path: string) =>
    (await world.call(path, { auth: `Bearer ${token}` })).json() as Promise<Record<string, unknown>>;

  it("gives a token for the right secret only", async () => {
    const ask = (auth: string) =>
      world.call("/paypal/v1/oauth2/token", { auth, form: { grant_type: "client_credentials" } });
    expect((await ask("Basic eDp5")).status).toBe(401);
    token = ((await (await ask(AUTH.paypalClient)).json()) as { access_token: string }).access_token;
    expect((await world.call("/paypal/v1/payments/payouts/x")).status).toBe(401);
  });

  it("works a batch through and signs what it tells", async () => {
    const reply = await send("wd_1", ["ann@example.com", "bob+fail@example.com", "cy+unclaimed@example.com"]);
    expect(reply.status).toBe(201);
    const { batch_header } = (await reply.json()) as {
      batch_header: { payout_batch_id: string; batch_status: string };
    };
    expect(batch_header.batch_status).toBe("PENDING");
    await world.until(() => world.received.some((r) => r.body.includes("PAYMENT.PAYOUTSBATCH.SUCCESS")));
    const done = (await get(`/paypal/v1/payments/payouts/${batch_header.payout_batch_id}`)) as {
      items: { payout_item_id: string; transaction_status: string; errors?: { name: string } }[];
    };
    expect(done.items.map((item) => item.transaction_status)).toEqual(["SUCCESS", "FAILED", "UNCLAIMED"]);
    expect(done.items[1]?.errors?.name).toBe("RECEIVER_UNREGISTERED");
    const hook = world.received.find((r) => r.body.includes("PAYMENT.PAYOUTS-ITEM.FAILED"));
    if (!hook) throw new Error("no webhook came");
    const pem = await (await world.call(header("paypal-cert-url", hook))).text();
    expect(new X509Certificate(pem).subject).toContain("CN=");
    const text = `${header("paypal-transmission-id", hook)}|${header("paypal-transmission-time", hook)}|sandbox-webhook|${crc32(hook.body)}`;
    expect(createVerify("sha256").update(text).verify(pem, header("paypal-transmission-sig", hook), "base64")).toBe(
      true,
    );
    const verify = async (event: string) => {
      const facts = JSON.stringify({
        auth_algo: header("paypal-auth-algo", hook),
        cert_url: header("paypal-cert-url", hook),
        transmission_id: header("paypal-transmission-id", hook),
        transmission_sig: header("paypal-transmission-sig", hook),
        transmission_time: header("paypal-transmission-time", hook),
        webhook_id: "sandbox-webhook",
      });
      const reply = await world.call("/paypal/v1/notifications/verify-webhook-signature", {
        auth: `Bearer ${token}`,
        text: `${facts.slice(0, -1)},"webhook_event":${event}}`,
      });
      return reply.json() as Promise<unknown>;
    };
    expect(await verify(hook.body)).toEqual({ verification_status: "SUCCESS" });
    // The signature is over the bytes: the same event written anew is another text.
    expect(await verify(JSON.stringify(JSON.parse(hook.body)))).toEqual({ verification_status: "FAILURE" });
    await world.control("clock", { advance_seconds: 31 * 86_400 });
    const item = await get(`/paypal/v1/payments/payouts-item/${done.items[2]?.payout_item_id}`);
    expect(item.transaction_status).toBe("RETURNED");
  });

  it("can repeat a webhook and send one that is not signed by PayPal", async () => {
    const before = world.received.length;
    await world.control("payouts/wd_1_1/duplicate", {});
    await world.control("payouts/wd_1_1/forge", {});
    await world.until(() => world.received.length === before + 2);
    const right = world.received.slice(before).map((hook) => {
      const text = `${header("paypal-transmission-id", hook)}|${header("paypal-transmission-time", hook)}|sandbox-webhook|${crc32(hook.body)}`;
      return { hook, text };
    });
    const pem = await (await world.call(header("paypal-cert-url", right[0]?.hook as Received))).text();
    const verdicts = right.map(({ hook, text }) =>
      createVerify("sha256").update(text).verify(pem, header("paypal-transmission-sig", hook), "base64"),
    );
    expect(verdicts).toEqual([true, false]);
  });

  it("refuses a batch id it knows and points to the first batch", async () => {
    const first = (await (await send("wd_2", ["dee+pending@example.com"])).json()) as {
      batch_header: { payout_batch_id: string };
    };
    const again = await send("wd_2", ["dee+pending@example.com"]);
    expect(again.status).toBe(400);
    const body = (await again.json()) as { name: string; links: { href: string }[] };
    expect(body.name).toBe("USER_BUSINESS_ERROR");
    expect(body.links[0]?.href).toMatch(new RegExp(`/payouts/${first.batch_header.payout_batch_id}$`));
    await world.control("payouts/wd_2_0/settle", { status: "fail" });
    const batch = (await get(`/paypal/v1/payments/payouts/${first.batch_header.payout_batch_id}`)) as {
      items: { transaction_status: string }[];
    };
    expect(batch.items[0]?.transaction_status).toBe("FAILED");
    expect((await send("wd_3", [])).status).toBe(400);
  });

  it("ends every batch, though the machine stood still while their times came", async () => {
    const batches: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const reply = await send(`wd_busy_${n}`, ["ann@example.com"]);
      const { batch_header } = (await reply.json()) as { batch_header: { payout_batch_id: string } };
      batches.push(batch_header.payout_batch_id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const until = performance.now() + 150;
    while (performance.now() < until);
    await world.until(() =>
      batches.every((id) =>
        world.received.some(({ body }) => body.includes("PAYMENT.PAYOUTSBATCH.SUCCESS") && body.includes(id)),
      ),
    );
  });
});

describe("Tremendous", () => {
  const order = (external_id: string, email: string, method = "LINK") =>
    world.call("/tremendous/api/v2/orders", {
      auth: AUTH.tremendous,
      json: {
        external_id,
        payment: { funding_source_id: "BALANCE" },
        reward: {
          products: ["SBX000000001"],
          value: { denomination: 25, currency_code: "USD" },
          recipient: { name: "Ann Lee", email },
          delivery: { method },
        },
      },
    });

  it("gives a card once for each external id, with a page that shows its code", async () => {
    expect((await world.call("/tremendous/api/v2/products")).status).toBe(401);
    const reply = await order("wd_g1", "ann@example.com");
    expect(reply.status).toBe(201);
    const first = (await reply.json()) as {
      order: { id: string; status: string; rewards: { delivery: { link: string } }[] };
    };
    expect(first.order.status).toBe("EXECUTED");
    const again = await order("wd_g1", "ann@example.com");
    expect(again.status).toBe(201);
    expect(((await again.json()) as typeof first).order.id).toBe(first.order.id);
    const page = await (await world.call(first.order.rewards[0]?.delivery.link ?? "")).text();
    expect(page).toMatch(/data-card-code[^>]*>SBX-[0-9A-F-]+</);
    await world.until(() => world.received.some((r) => r.body.includes("ORDERS.CREATED")));
    const hook = world.received.find((r) => r.body.includes("ORDERS.CREATED"));
    const expected = `sha256=${createHmac("sha256", "sandbox-tremendous-key")
      .update(hook?.body ?? "")
      .digest("hex")}`;
    expect(hook?.headers["tremendous-webhook-signature"]).toBe(expected);
  });

  it("fails for the recipients that ask for it, and mails cards sent by e-mail", async () => {
    const failed = (await (await order("wd_g2", "ann+fail@example.com")).json()) as { order: { status: string } };
    expect(failed.order.status).toBe("FAILED");
    await order("wd_g3", "cards@example.com", "EMAIL");
    const { mails } = await world.control<{ mails: { subject: string }[] }>("mails?to=cards@example.com");
    expect(mails).toMatchObject([{ subject: "Your gift card" }]);
  });
});

describe("mail", () => {
  it("is taken for everybody and can be read", async () => {
    const transport = createTransport({
      host: "127.0.0.1",
      port: world.sandbox.smtpPort,
      secure: false,
      ignoreTLS: true,
    });
    const letter = {
      from: "Tuppence <hello@tuppence.example>",
      to: "Zoë@example.com",
      subject: "Grüße",
      text: "plain",
      html: "<b>rich</b>",
    };
    await transport.sendMail({ ...letter, headers: { "List-Unsubscribe": "<https://x.example/un>" } });
    const { mails } = await world.control<{ mails: Record<string, unknown>[] }>(
      `mails?to=${encodeURIComponent("zoë@example.com")}`,
    );
    expect(mails[0]).toMatchObject({
      subject: "Grüße",
      text: expect.stringContaining("plain"),
      html: expect.stringContaining("rich"),
    });
    expect(mails[0]?.headers).toMatchObject({ "list-unsubscribe": "<https://x.example/un>" });
    const page = await (await world.call(`/mailbox/${String(mails[0]?.id)}`)).text();
    expect(page).toContain('sandbox="allow-popups ');
    await world.control("fail", { target: "smtp", mode: "500", times: 1 });
    await expect(transport.sendMail(letter)).rejects.toThrow("451");
    await expect(transport.sendMail({ ...letter, to: "gone+bounce@example.com" })).rejects.toThrow("550");
    transport.close();
  });
});

describe("what the accounts hold", () => {
  const held = async (account: string, amount: number) =>
    (await (await world.call(`/control/payouts/${account}/deposit`, { json: { amount } })).json()) as { held: number };

  it("is what was brought there less what has left, by documented fields and parameters only", async () => {
    const form = { grant_type: "client_credentials" };
    const reply = await world.call("/paypal/v1/oauth2/token", { auth: AUTH.paypalClient, form });
    const { access_token } = (await reply.json()) as { access_token: string };
    const ask = (query: string) =>
      world.call(`/paypal/v1/reporting/balances${query}`, { auth: `Bearer ${access_token}` });
    const before = await held("paypal", 0);
    await held("paypal", 12.5);
    expect((await ask("?currency=USD")).status).toBe(400);
    const { balances } = (await (await ask("?currency_code=USD")).json()) as { balances: Record<string, unknown>[] };
    const value = (before.held + 12.5).toFixed(2);
    expect(balances).toMatchObject([{ currency: "USD", total_balance: { currency_code: "USD", value } }]);
    expect(await held("nowhere", 1)).toMatchObject({ error: "No such account." });
  });
});
