/** Calls of linked mailboxes. Parse, one verb, reply. */
import { z } from "zod";
import {
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  requireMember,
  sendRefusal,
} from "#platform/http";
import { type Outcome, refused } from "#platform/outcome";
import { startCookie } from "./grants/start-cookie.ts";
import type { MailboxCalls } from "./http.ts";
import { linkId } from "./ids.ts";
import { MAILBOX_REFUSALS, type MailboxRefusal } from "./messages.ts";

const base = "/api/user/mail-links";
const params = z.object({ link_id: z.string().max(60) });
const reply200 = { 200: z.object({ success: z.literal(true) }), "4xx": errorReply };
const shown = z.object({
  ...{ link_id: z.string(), provider: z.string(), address: z.string(), state: z.string(), linked_at: z.string() },
  ...{ last_sync_at: z.string().nullable(), next_sync_at: z.string().nullable(), mails: z.int(), too_large: z.int() },
});

export function registerLinkCalls(app: Http, { mailboxes, memberOf }: MailboxCalls) {
  const { links } = mailboxes;
  const answer = (request: Request, reply: Reply, outcome: Outcome<unknown, MailboxRefusal>) =>
    outcome.ok ? { success: true as const } : sendRefusal(request, reply, MAILBOX_REFUSALS, outcome);
  /** On a link of the member's own, by its id as addresses have it. */
  async function act(
    request: Request & { params: unknown },
    reply: Reply,
    verb: (asked: { user_id: string; link_id: string }) => Promise<Outcome<unknown, MailboxRefusal>>,
  ) {
    const member = await requireMember(request, reply, memberOf);
    if (!member) return reply;
    const link_id = linkId.read(params.parse(request.params).link_id);
    const outcome = link_id ? await verb({ user_id: member.user_id, link_id }) : refused("link_unknown" as const);
    return answer(request, reply, outcome);
  }

  app.get(
    base,
    {
      schema: {
        ...{ tags: ["mailboxes"], summary: "Mailboxes that are linked, and what is asked of who links one" },
        response: {
          200: z.object({
            success: z.literal(true),
            links: z.array(shown),
            named: z.array(z.string()),
            grants: z.array(z.string()),
            consent: z.object({ version: z.string(), words: z.array(z.string()) }),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const { links: rows, named, grants, consent } = await links.page(member.user_id);
      const words = [...consent.words[languageOf(request)]];
      const lists = { links: [...rows], named: [...named], grants: [...grants] };
      return { success: true as const, ...lists, consent: { ...consent, words } };
    },
  );

  app.post(
    base,
    {
      schema: {
        ...{ tags: ["mailboxes"], summary: "Link a mailbox by IMAP, with an app password" },
        body: z.object({
          ...{ address: z.string().max(300).default(""), password: z.string().max(300).default("") },
          ...{ agreed: z.boolean().default(false), consent_version: z.string().max(40).default("") },
        }),
        response: {
          200: z.object({ success: z.literal(true), link_id: z.string() }),
          ...{ "4xx": errorReply, "5xx": errorReply },
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const from = { user_id: member.user_id, language: languageOf(request), ip: request.ip };
      const outcome = await links.link({ ...request.body, ...from });
      if (!outcome.ok) return sendRefusal(request, reply, MAILBOX_REFUSALS, outcome);
      return { success: true as const, link_id: linkId.show(outcome.value.link_id) };
    },
  );

  app.post(
    `${base}/start`,
    {
      schema: {
        ...{ tags: ["mailboxes"], summary: "Where a mailbox is linked by its provider's own sign-in" },
        body: z.object({
          ...{ provider: z.string().max(20).default(""), agreed: z.boolean().default(false) },
          consent_version: z.string().max(40).default(""),
        }),
        response: { 200: z.object({ success: z.literal(true), url: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const from = { user_id: member.user_id, language: languageOf(request), ip: request.ip };
      const outcome = await links.start({
        ...request.body,
        ...from,
        browser: startCookie.read(request.headers.cookie),
      });
      if (!outcome.ok) return sendRefusal(request, reply, MAILBOX_REFUSALS, outcome);
      reply.header("set-cookie", startCookie.line(outcome.value.browser, links.publicUrl));
      return { success: true as const, url: outcome.value.url };
    },
  );

  app.post(
    `${base}/:link_id/pause`,
    { schema: { tags: ["mailboxes"], summary: "Read a linked mailbox no more for now", params, response: reply200 } },
    (request, reply) => act(request, reply, links.pause),
  );

  app.post(
    `${base}/:link_id/resume`,
    { schema: { tags: ["mailboxes"], summary: "Read a linked mailbox again", params, response: reply200 } },
    (request, reply) => act(request, reply, links.resume),
  );

  app.post(
    `${base}/:link_id/revoke`,
    {
      schema: {
        ...{ tags: ["mailboxes"], summary: "Unlink a mailbox; `forget`: what came by it goes too", params },
        ...{ body: z.object({ forget: z.boolean().default(false) }), response: reply200 },
      },
    },
    (request, reply) => act(request, reply, (asked) => links.revoke({ ...asked, forget: request.body.forget })),
  );

  app.post(
    `${base}/forget`,
    {
      schema: {
        tags: ["mailboxes"],
        summary: "Unlink all mailboxes, and forget all that came by them",
        response: reply200,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      await links.forgetAll(member.user_id);
      return { success: true as const };
    },
  );
}
