import { createVerify, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isoSeconds } from "../../clock.ts";
import { readMeta, writeMeta } from "../../database.ts";
import type { World } from "../../world.ts";
import { heldAt } from "../payouts.ts";
import type { Identity } from "./certificate.ts";
import { createIdentity, signText } from "./certificate.ts";
import { PAYPAL } from "./credentials.ts";
import {
  type Batch,
  batchJson,
  findItem,
  itemJson,
  itemsOfBatch,
  plannedFor,
  settleItem,
  spentAtPaypal,
  workBatch,
} from "./state.ts";

const CERTIFICATE_ID = "CERT-360caa42-fca2a594-sandbox";

/** The signing key is made when first needed and kept with the state, so that old webhooks stay verifiable. */
function identity(world: World): Identity {
  const kept = readMeta(world.db, "paypal.identity");
  if (kept !== undefined) return JSON.parse(kept) as Identity;
  const made = createIdentity("messageverificationcerts.sandbox.example");
  writeMeta(world.db, "paypal.identity", JSON.stringify(made));
  return made;
}

/** The headers by which a receiver knows that a webhook is PayPal's. */
export function signatureHeaders(world: World, body: string, forged: boolean): Record<string, string> {
  const id = randomUUID();
  const time = isoSeconds(Date.now());
  const text = `${id}|${time}|${PAYPAL.webhook}|${crc32(forged ? `${body} ` : body)}`;
  return {
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": signText(identity(world).privatePem, text),
    "paypal-cert-url": `${world.origin()}/paypal/v1/notifications/certs/${CERTIFICATE_ID}`,
    "paypal-auth-algo": "SHA256withRSA",
  };
}

function problem(
  reply: FastifyReply,
  status: number,
  name: string,
  message: string,
  details: unknown[] = [],
  links: unknown[] = [],
) {
  const debug_id = randomBytes(6).toString("hex");
  return reply.code(status).send({ name, message, debug_id, information_link: "", details, links });
}

interface CreateBody {
  sender_batch_header?: { sender_batch_id?: string; recipient_type?: string; [key: string]: unknown };
  items?: { receiver?: string; amount?: { value?: string; currency?: string }; [key: string]: unknown }[];
}

/** What payments_payouts_batch_v1 describes, and no more. */
const HEADER_FIELDS = ["sender_batch_id", "recipient_type", "email_subject", "email_message"];
const ITEM_FIELDS = [
  "recipient_type",
  "amount",
  "note",
  "receiver",
  "sender_item_id",
  "recipient_wallet",
  "alternate_notification_method",
  "notification_language",
  "application_context",
  "purpose",
];
const PURPOSES = "AWARDS PRIZES DONATIONS GOODS SERVICES REBATES CASHBACK DISCOUNTS NON_GOODS_OR_SERVICES".split(" ");

function faultsOf(body: CreateBody): { field: string; location: string; issue: string }[] {
  const found: { field: string; location: string; issue: string }[] = [];
  const wrong = (field: string, issue: string) => found.push({ field, location: "body", issue });
  const unknown = (given: object, known: readonly string[], place: string) => {
    for (const name of Object.keys(given)) if (!known.includes(name)) wrong(`${place}${name}`, "Unknown field");
  };
  const items = body.items ?? [];
  unknown(body, ["sender_batch_header", "items"], "");
  unknown(body.sender_batch_header ?? {}, HEADER_FIELDS, "sender_batch_header.");
  if (items.length === 0) wrong("items", "Required field is missing");
  if (items.length > 15_000) wrong("items", "Too many items in one batch");
  items.forEach((item, n) => {
    unknown(item, ITEM_FIELDS, `items[${n}].`);
    if (item.purpose !== undefined && !PURPOSES.includes(String(item.purpose)))
      wrong(`items[${n}].purpose`, "Value is not one of the enumeration");
    const value = item.amount?.value;
    if (typeof item.receiver !== "string" || item.receiver === "")
      wrong(`items[${n}].receiver`, "Required field is missing");
    if (typeof value !== "string" || !/^\d+(\.\d{1,2})?$/.test(value) || Number(value) <= 0) {
      wrong(`items[${n}].amount.value`, "The amount must be a positive decimal string");
    }
    if (!/^[A-Z]{3}$/.test(item.amount?.currency ?? ""))
      wrong(`items[${n}].amount.currency`, "Currency code is invalid");
  });
  return found;
}

function createBatch(world: World, body: CreateBody, senderBatchId: string): Batch {
  const id = randomBytes(9).toString("hex").toUpperCase().slice(0, 13);
  const now = world.clock.now();
  world.db.transaction(() => {
    world.db.run(
      "insert into paypal_batches (id, sender_batch_id, header, status, created_at) values (?, ?, ?, 'PENDING', ?)",
      id,
      senderBatchId,
      JSON.stringify(body.sender_batch_header),
      now,
    );
    (body.items ?? []).forEach((item, n) => {
      world.db.run(
        `insert into paypal_items (id, batch_id, position, item, receiver, amount, currency, status, planned, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, 'PENDING', ?, ?)`,
        randomBytes(9).toString("hex").toUpperCase().slice(0, 13),
        id,
        n,
        JSON.stringify(item),
        item.receiver ?? "",
        item.amount?.value ?? "0",
        item.amount?.currency ?? "USD",
        plannedFor(item.receiver ?? ""),
        now,
      );
    });
  });
  workBatch(world, id);
  const batch = world.db.get<Batch>("select * from paypal_batches where id = ?", id);
  if (!batch) throw new Error("the batch is gone");
  return batch;
}

const rawBodies = new WeakMap<object, string>();
const tokens = new Map<string, number>();

function checkToken(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const until = tokens.get(token);
  if (until === undefined || until < Date.now()) {
    reply.code(401).send({ error: "invalid_token", error_description: "Token signature verification failed" });
    return;
  }
  done();
}

function registerToken(app: FastifyInstance): void {
  app.post<{ Body: { grant_type?: string } }>(
    "/paypal/v1/oauth2/token",
    { config: { target: "paypal.token" } },
    (request, reply) => {
      const { client, secret } = PAYPAL;
      const expected = `Basic ${Buffer.from(`${client}:${secret}`).toString("base64")}`;
      if (request.headers.authorization !== expected) {
        return reply.code(401).send({ error: "invalid_client", error_description: "Client Authentication failed" });
      }
      if (request.body?.grant_type !== "client_credentials") {
        return reply
          .code(400)
          .send({ error: "unsupported_grant_type", error_description: "Grant Type is NULL or unknown" });
      }
      const access_token = `A21AA${randomBytes(40).toString("base64url")}`;
      tokens.set(access_token, Date.now() + 32_400_000);
      const scope = "https://uri.paypal.com/services/payments/payouts";
      return {
        scope,
        access_token,
        token_type: "Bearer",
        app_id: "APP-SANDBOX",
        expires_in: 32_400,
        nonce: randomUUID(),
      };
    },
  );
}

interface Verification {
  auth_algo?: string;
  cert_url?: string;
  transmission_id?: string;
  transmission_sig?: string;
  transmission_time?: string;
  webhook_id?: string;
  webhook_event?: unknown;
}

/** The signature is over the bytes of the event as it was sent, so the event must come back exactly as it went out. */
function verified(world: World, v: Verification, raw: string): boolean {
  if (v.webhook_id !== PAYPAL.webhook || v.auth_algo !== "SHA256withRSA") return false;
  if (!v.cert_url?.endsWith(`/${CERTIFICATE_ID}`)) return false;
  const text = `${v.transmission_id}|${v.transmission_time}|${v.webhook_id}|${crc32(eventOf(raw))}`;
  return createVerify("sha256")
    .update(text)
    .verify(identity(world).certificatePem, v.transmission_sig ?? "", "base64");
}

/** The text of `webhook_event` in the body, to its own closing brace. */
function eventOf(raw: string): string {
  const start = raw.indexOf("{", raw.indexOf('"webhook_event"'));
  let depth = 0;
  let quoted = false;
  for (let place = start; place < raw.length; place += 1) {
    const sign = raw[place];
    if (quoted) {
      if (sign === "\\") place += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && --depth === 0) return raw.slice(start, place + 1);
  }
  return "";
}

export function registerPaypal(app: FastifyInstance, world: World): void {
  registerToken(app);
  const options = (target: string) => ({ preHandler: checkToken, config: { target } });
  const find = (id: string) => world.db.get<Batch>("select * from paypal_batches where id = ?", id);
  const self = (id: string) => ({
    href: `${world.origin()}/paypal/v1/payments/payouts/${id}`,
    rel: "self",
    method: "GET",
    encType: "application/json",
  });

  app.post<{ Body: CreateBody | null }>("/paypal/v1/payments/payouts", options("paypal.payouts"), (request, reply) => {
    const body = request.body ?? {};
    const senderBatchId = body.sender_batch_header?.sender_batch_id;
    const faults = faultsOf(body);
    if (typeof senderBatchId !== "string" || senderBatchId === "") {
      faults.push({
        field: "sender_batch_header.sender_batch_id",
        location: "body",
        issue: "Required field is missing",
      });
    } else {
      const first = world.db.get<Batch>("select * from paypal_batches where sender_batch_id = ?", senderBatchId);
      if (first) {
        const issue = "Batch with given sender_batch_id already exists";
        const detail = { field: "SENDER_BATCH_ID", location: "body", issue };
        return problem(reply, 400, "USER_BUSINESS_ERROR", "User business error.", [detail], [self(first.id)]);
      }
    }
    if (faults.length > 0 || typeof senderBatchId !== "string") {
      return problem(reply, 400, "VALIDATION_ERROR", "Invalid request - see details.", faults);
    }
    const batch = createBatch(world, body, senderBatchId);
    const header = {
      payout_batch_id: batch.id,
      batch_status: batch.status,
      sender_batch_header: body.sender_batch_header,
    };
    return reply.code(201).send({ batch_header: header, links: [self(batch.id)] });
  });

  app.get<{ Params: { id: string } }>(
    "/paypal/v1/payments/payouts/:id",
    options("paypal.payouts"),
    (request, reply) => {
      const batch = find(request.params.id);
      if (!batch) return problem(reply, 404, "INVALID_RESOURCE_ID", "Requested resource ID was not found.");
      const items = itemsOfBatch(world, batch.id);
      return {
        batch_header: batchJson(batch, items),
        items: items.map((item) => itemJson(world, item)),
        links: [self(batch.id)],
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    "/paypal/v1/payments/payouts-item/:id",
    options("paypal.payouts"),
    (request, reply) => {
      const item = findItem(world, request.params.id);
      return item
        ? itemJson(world, item)
        : problem(reply, 404, "INVALID_RESOURCE_ID", "Requested resource ID was not found.");
    },
  );

  app.get<{ Querystring: Record<string, string | undefined> }>(
    "/paypal/v1/reporting/balances",
    options("paypal.balances"),
    (request, reply) => {
      const unknown = Object.keys(request.query).filter((name) => !["as_of_time", "currency_code"].includes(name));
      const details = unknown.map((field) => ({ field, location: "query", issue: "Unknown parameter" }));
      if (details.length > 0) return problem(reply, 400, "INVALID_REQUEST", "Request is not well-formed.", details);
      const { currency_code = "USD", as_of_time } = request.query;
      const now = isoSeconds(world.clock.now());
      const money = { currency_code: "USD", value: (heldAt(world, "paypal", spentAtPaypal(world)) / 100).toFixed(2) };
      const withheld = { currency_code: "USD", value: "0.00" };
      const dollars = { currency: "USD", primary: true, total_balance: money, available_balance: money };
      return {
        balances: currency_code === "USD" ? [{ ...dollars, withheld_balance: withheld }] : [],
        account_id: "SANDBX2345678",
        as_of_time: as_of_time ?? now,
        last_refresh_time: now,
      };
    },
  );

  app.post<{ Params: { id: string } }>(
    "/paypal/v1/payments/payouts-item/:id/cancel",
    options("paypal.payouts"),
    (request, reply) => {
      const item = findItem(world, request.params.id);
      if (!item) return problem(reply, 404, "INVALID_RESOURCE_ID", "Requested resource ID was not found.");
      if (item.status !== "UNCLAIMED")
        return problem(reply, 400, "ITEM_INCORRECT_STATUS", "Only an unclaimed item can be cancelled.");
      const next = settleItem(world, item.id, "RETURNED");
      return next
        ? itemJson(world, next)
        : problem(reply, 404, "INVALID_RESOURCE_ID", "Requested resource ID was not found.");
    },
  );

  app.get<{ Params: { id: string } }>(
    "/paypal/v1/notifications/certs/:id",
    { config: { target: "paypal.certs" } },
    (request, reply) => {
      if (request.params.id !== CERTIFICATE_ID)
        return problem(reply, 404, "RESOURCE_NOT_FOUND", "No such certificate.");
      return reply.type("application/x-pem-file").send(identity(world).certificatePem);
    },
  );

  app.post<{ Body: Verification | null }>(
    "/paypal/v1/notifications/verify-webhook-signature",
    {
      ...options("paypal.verify"),
      preParsing: async (request, _reply, payload) => {
        const parts: Buffer[] = [];
        for await (const part of payload) parts.push(part as Buffer);
        rawBodies.set(request, Buffer.concat(parts).toString("utf8"));
        return Readable.from([Buffer.concat(parts)]);
      },
    },
    (request) => ({
      verification_status: verified(world, request.body ?? {}, rawBodies.get(request) ?? "") ? "SUCCESS" : "FAILURE",
    }),
  );
}

/** Batches that were under way when the program ended go on. */
export function resumePaypal(world: World): void {
  for (const batch of world.db.all<Batch>("select * from paypal_batches where status in ('PENDING', 'PROCESSING')")) {
    workBatch(world, batch.id);
  }
}
