/**
 * The providers' own clients against the sandbox: what it plays is what they expect to hear. Where one of them fails, the sandbox
 * has left the provider's documents, and our adapters with it.
 */
import { createRequire } from "node:module";
import { Configuration, FundingSourcesApi, OrdersApi, ProductsApi, RewardsApi } from "tremendous";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../../sandbox/sandbox.ts";

/** It brings no types of its own. */
type Item = { payout_item_id: string; payout_batch_id: string; transaction_status: string; payout_item: object };
type Result = Item & { batch_header: { payout_batch_id: string; batch_status: string }; items?: Item[] };
type Request = { path: string };
type Client = {
  execute(request: Request): Promise<{ statusCode: number; result: Result }>;
  addInjector(change: (request: Request) => void): void;
};
type ById = new (id: string) => Request;
type PaypalSdk = {
  core: {
    PayPalEnvironment: new (id: string, secret: string, api: string, web: string) => object;
    PayPalHttpClient: new (environment: object) => Client;
  };
  payouts: {
    PayoutsPostRequest: new () => Request & { requestBody(body: object): void };
    PayoutsGetRequest: ById;
    PayoutsItemGetRequest: ById;
    PayoutsItemCancelRequest: ById;
  };
};
const paypal: PaypalSdk = createRequire(import.meta.url)("@paypal/payouts-sdk");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null, payoutDelayMs: 10, retryDelaysMs: [] });
});
afterAll(() => sandbox.close());

describe("Tremendous' own client (npm `tremendous`)", () => {
  const configured = () =>
    new Configuration({ basePath: `${sandbox.url}/tremendous/api/v2`, accessToken: "TEST_sandbox" });
  const order = (external_id: string, product: string, denomination = 25) => ({
    external_id,
    payment: { funding_source_id: "BALANCE" },
    reward: {
      products: [product],
      value: { denomination, currency_code: "USD" as const },
      recipient: { name: "Ann Copper", email: "ann@example.com" },
      delivery: { method: "LINK" as const },
    },
  });

  it("finds products and money, orders a card by link, and reads it again by either id", async () => {
    const { products } = (await new ProductsApi(configured()).listProducts()).data;
    expect(products[0]).toMatchObject({
      currency_codes: ["USD"],
      skus: [{ min: 1, max: 500 }],
      disclosure: expect.any(String),
    });
    const sources = (await new FundingSourcesApi(configured()).listFundingSources()).data.funding_sources;
    expect(sources[0]).toMatchObject({ id: "BALANCE", method: "balance" });

    const orders = new OrdersApi(configured());
    const made = await orders.createOrder(order("pay_1", products[0]?.id ?? ""));
    expect(made.status).toBe(201);
    const { id, status, payment, rewards } = made.data.order;
    expect({ status, fees: payment?.fees, total: payment?.total }).toEqual({ status: "EXECUTED", fees: 0, total: 25 });
    const [reward] = rewards ?? [];
    expect(reward?.delivery?.link).toMatch(/^http/);
    for (const key of [id, "pay_1"]) expect((await orders.getOrder(key)).data.order.id).toBe(id);
    const listed = (await orders.listOrders(0, undefined, "pay_1")).data;
    expect(listed).toMatchObject({ total_count: 1, orders: [{ id }] });

    const made_again = await orders.createOrder(order("pay_1", products[0]?.id ?? ""));
    expect(made_again.data.order.id).toBe(id);
    const rewardId = reward?.id ?? "";
    expect((await new RewardsApi(configured()).getReward(rewardId)).data.reward.id).toBe(rewardId);
    const { link } = (await new RewardsApi(configured()).generateRewardLink(rewardId)).data.reward;
    expect((await fetch(link)).status).toBe(200);
  });

  it("hears refusals as it reads them", async () => {
    const orders = new OrdersApi(configured());
    const refusal = async (asked: Promise<unknown>) =>
      asked.then(
        () => null,
        (error: { response?: { status: number; data: { errors?: { message?: string } } } }) => ({
          status: error.response?.status,
          message: error.response?.data.errors?.message,
        }),
      );
    expect(await refusal(orders.createOrder(order("pay_2", "NOSUCH")))).toMatchObject({
      status: 422,
      message: expect.any(String),
    });
    expect(await refusal(orders.getOrder("nothing"))).toMatchObject({ status: 404, message: expect.any(String) });
    const wrong = new OrdersApi(
      new Configuration({ ...configured(), basePath: configured().basePath ?? "", accessToken: "wrong" }),
    );
    expect(await refusal(wrong.listOrders())).toMatchObject({ status: 401, message: "Unauthorized" });
  });
});

describe("PayPal's own client for payouts (npm `@paypal/payouts-sdk`)", () => {
  const client = () => {
    const { PayPalEnvironment, PayPalHttpClient } = paypal.core;
    const made = new PayPalHttpClient(
      new PayPalEnvironment("sandbox-paypal-client", "sandbox-paypal-secret", sandbox.url, sandbox.url),
    );
    // It knows a host and no path of it.
    made.addInjector((request) => {
      if (!request.path.startsWith("/paypal/")) request.path = `/paypal${request.path}`;
    });
    return made;
  };
  const payout = (sender_batch_id: string, receiver: string) => {
    const request = new paypal.payouts.PayoutsPostRequest();
    request.requestBody({
      sender_batch_header: { sender_batch_id, recipient_type: "EMAIL", email_subject: "Your cash back" },
      items: [
        { recipient_type: "EMAIL", receiver, amount: { value: "12.50", currency: "USD" }, sender_item_id: "item_1" },
      ],
    });
    return request;
  };

  it("signs in, pays, and follows batch and item to their end", async () => {
    const paying = client();
    const made = await paying.execute(payout("batch_1", "ann@example.com"));
    expect(made.statusCode).toBe(201);
    const id = made.result.batch_header.payout_batch_id;
    const read = async () => (await paying.execute(new paypal.payouts.PayoutsGetRequest(id))).result;
    await expect.poll(async () => (await read()).batch_header.batch_status).toBe("SUCCESS");
    const item = (await read()).items?.[0];
    expect(item).toMatchObject({ transaction_status: "SUCCESS", payout_item: { sender_item_id: "item_1" } });
    const one = await paying.execute(new paypal.payouts.PayoutsItemGetRequest(item?.payout_item_id ?? ""));
    expect(one.result).toMatchObject({ payout_batch_id: id, transaction_status: "SUCCESS" });
  });

  it("cancels what nobody took, and hears refusals as it reads them", async () => {
    const paying = client();
    const made = await paying.execute(payout("batch_2", "cy+unclaimed@example.com"));
    const id = made.result.batch_header.payout_batch_id;
    const read = async () => (await paying.execute(new paypal.payouts.PayoutsGetRequest(id))).result.items?.[0];
    await expect.poll(async () => (await read())?.transaction_status).toBe("UNCLAIMED");
    const item = (await read())?.payout_item_id ?? "";
    const canceled = await paying.execute(new paypal.payouts.PayoutsItemCancelRequest(item));
    expect(canceled.result).toMatchObject({ transaction_status: "RETURNED" });
    await expect(paying.execute(payout("batch_2", "ann@example.com"))).rejects.toMatchObject({ statusCode: 400 });
    await expect(paying.execute(new paypal.payouts.PayoutsGetRequest("NONE"))).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});
