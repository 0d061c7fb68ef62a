/** Calls of receipts: handing one in, and seeing one's own. */
import multipart from "@fastify/multipart";
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { receiptId } from "./ids.ts";
import { MAX_FILE_BYTES, RECEIPT_REFUSALS } from "./messages.ts";
import type { Receipts } from "./receipts.server.ts";
import { RECEIPT_TRANSITIONS, type Receipt, type ReceiptState } from "./receipts.types.ts";

export type ReceiptCalls = { receipts: Receipts; memberOf(request: Request): Promise<Member | null> };

const field = <T extends z.ZodType>(value: T) => z.object({ value, sure: z.boolean() }).nullable();
// The table of transitions has every state as a key.
const STATES = Object.keys(RECEIPT_TRANSITIONS) as [ReceiptState, ...ReceiptState[]];
const RECEIPT = z.object({
  receipt_id: z.string(),
  state: z.enum(STATES),
  name: z.string(),
  type: z.enum(["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"]),
  size_bytes: z.int(),
  pages: z.int(),
  added_at: z.string(),
  read: z
    .object({
      merchant: field(z.object({ name: z.string(), internal_name: z.string().nullable() })),
      date: field(z.string()),
      total: field(z.string()),
      shipping: field(z.string()),
      currency: z.string().nullable(),
      language: z.enum(["en", "es"]),
    })
    .nullable(),
});
const toAnswer = (receipt: Receipt) => ({ ...receipt, receipt_id: receiptId.show(receipt.receipt_id) });
const PARAMS = z.object({ receipt_id: z.string().max(60) });

/** Nothing of it may be kept by anybody between, and nothing in it may run. */
export const sendPicture = (reply: Reply, picture: { type: string; bytes: Buffer }) =>
  reply
    .type(picture.type)
    .header("cache-control", "private, no-store")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .send(picture.bytes);

function registerTaking(app: Http, { receipts, memberOf }: ReceiptCalls) {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 2, fileSize: MAX_FILE_BYTES + 1 } });
    scope.post(
      "/api/user/receipts",
      {
        bodyLimit: MAX_FILE_BYTES + 64 * 1024,
        schema: {
          tags: ["receipts"],
          summary: "Hand in a picture or PDF of a receipt; it is read within minutes",
          response: { 200: RECEIPT, "4xx": errorReply },
        },
      },
      async (request, reply) => {
        const member = await requireMember(request, reply, memberOf);
        if (!member) return reply;
        const part = request.isMultipart() ? await request.file() : undefined;
        if (!part) return sendRefusal(request, reply, RECEIPT_REFUSALS, { code: "file_missing" });
        const outcome = await receipts.take({
          user_id: member.user_id,
          address: request.ip,
          name: part.filename,
          read: () => part.toBuffer().catch(() => null),
        });
        // What was refused unread is read past: its connection would otherwise hang on it for a minute.
        part.file.resume();
        if (!outcome.ok) return sendRefusal(request, reply, RECEIPT_REFUSALS, outcome);
        return toAnswer(outcome.value);
      },
    );
  });
}

const SHARE = "/account/rebates/share";

/** What a phone shares with the site as an app (the manifest's `share_target`): a form, posted as a visit, that leads to a claim. */
function registerSharing(app: Http, { receipts, memberOf }: ReceiptCalls) {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 6, fileSize: MAX_FILE_BYTES + 1 } });
    scope.post(SHARE, { bodyLimit: MAX_FILE_BYTES + 64 * 1024, schema: { hide: true } }, async (request, reply) => {
      const lead = (to: string) => reply.header("cache-control", "no-store").redirect(to, 303);
      const member = await memberOf(request);
      // The page asks who it is, and says what to do then.
      if (!member) return lead(SHARE);
      const part = request.isMultipart() ? await request.file() : undefined;
      if (!part) return lead(SHARE);
      const outcome = await receipts.take({
        user_id: member.user_id,
        address: request.ip,
        name: part.filename,
        read: () => part.toBuffer().catch(() => null),
      });
      part.file.resume();
      if (!outcome.ok) return lead(`${SHARE}?refused=${outcome.code === "file_invalid" ? "type" : outcome.code}`);
      return lead(`${SHARE}?receipt=${receiptId.show(outcome.value.receipt_id)}`);
    });
  });
}

export function registerReceiptCalls(app: Http, deps: ReceiptCalls) {
  const { receipts, memberOf } = deps;
  registerTaking(app, deps);
  registerSharing(app, deps);

  app.get(
    "/api/user/receipts/:receipt_id",
    {
      schema: {
        tags: ["receipts"],
        summary: "A receipt of one's own, with what was read of it",
        params: PARAMS,
        response: { 200: RECEIPT, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const id = receiptId.read(request.params.receipt_id);
      const receipt = id && (await receipts.show(member.user_id, id));
      if (!receipt) return sendRefusal(request, reply, RECEIPT_REFUSALS, { code: "unknown_receipt" });
      return toAnswer(receipt);
    },
  );

  app.get(
    "/api/user/receipts/:receipt_id/picture",
    {
      schema: {
        tags: ["receipts"],
        summary: "A page of a receipt of one's own, as a picture",
        params: PARAMS,
        querystring: z.object({ page: z.coerce.number().int().min(1).max(10).default(1) }),
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const id = receiptId.read(request.params.receipt_id);
      const own = id && (await receipts.show(member.user_id, id));
      const picture = own && (await receipts.picture(own.receipt_id, request.query.page));
      if (!picture) return sendRefusal(request, reply, RECEIPT_REFUSALS, { code: "unknown_receipt" });
      return sendPicture(reply, picture);
    },
  );

  app.get(
    "/api/receipts/:receipt_id/picture",
    {
      schema: {
        tags: ["receipts"],
        summary: "A page of a receipt, by the signed address that stands on the operators' page of it for some minutes",
        params: PARAMS,
        querystring: z.object({
          page: z.coerce.number().int().min(1).max(10),
          until: z.coerce.number().int(),
          key: z.string().max(100),
        }),
      },
    },
    async (request, reply) => {
      const id = receiptId.read(request.params.receipt_id);
      const { page, until, key } = request.query;
      const isGood = id && receipts.desk.isGoodLink({ receipt_id: id, page, until, key });
      const picture = isGood && (await receipts.picture(id, page));
      return picture ? sendPicture(reply, picture) : reply.callNotFound();
    },
  );
}
