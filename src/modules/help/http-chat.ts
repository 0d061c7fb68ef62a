/** Chats: words go up by calls, and come down by a stream. A member is known by their session, anybody else by the key of their browser. */
import { z } from "zod";
import type { Brand } from "#partners";
import {
  cookieLine,
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  readCookie,
  sendRefusal,
} from "#platform/http";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import type { Outcome } from "#platform/outcome";
import type { ChatWriter } from "./chat/chat-context.ts";
import type { Help } from "./help.server.ts";
import { messageId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { HELP_REFUSALS, type HelpRefusal } from "./messages.ts";

export type ChatCalls = {
  help: Help;
  limits: Limits;
  publicUrl: string;
  memberOf(
    request: Request,
  ): Promise<{ user_id: string; name: string; email: string | null; is_verified: boolean } | null>;
  brandOf(request: Request): Brand;
};

const CHAT_COOKIE = "tp_chat";
const KEY_DAYS = 7;
const PATH = "/api/help/chat";

const line = z.object({
  ...{ id: z.string(), place: z.string(), from: z.enum(["writer", "house"]), words: z.string(), at: z.string() },
  files: z.array(z.object({ name: z.string(), href: z.string() })),
});
const standing = z.object({
  ...{ id: z.string(), number: z.string(), state: z.string(), thread: z.string(), due: z.string().nullable() },
  ...{ is_proven: z.boolean(), email: z.string(), may_say: z.boolean() },
  verdict: z.object({ asked: z.boolean(), solved: z.boolean().nullable() }),
});
const hours = z.object({
  ...{ open: z.boolean(), there: z.boolean(), opens_at: z.string().nullable(), zone: z.string() },
  hours: z.array(z.object({ days: z.array(z.number()), from: z.string(), until: z.string() })),
});
const shown = z.object({
  success: z.literal(true),
  hours,
  /** What a visitor must give before they begin. */
  asks_email: z.boolean(),
  answer_days: z.number(),
  chat: standing.nullable(),
  lines: z.array(line),
});
const success = z.object({ success: z.literal(true) });
const OK = { success: true as const };
const chatId = z.string().max(60);

export function registerChatCalls(app: Http, deps: ChatCalls) {
  const { help, limits, memberOf, brandOf } = deps;
  const { chats } = help;
  const secure = new URL(deps.publicUrl).protocol === "https:";
  app.addHook("preClose", (done) => {
    chats.streams.close();
    done();
  });

  const writerOf = async (request: Request): Promise<ChatWriter | null> => {
    const member = await memberOf(request);
    if (member) return { user_id: member.user_id };
    const guest_of = chats.keys.read(readCookie(request.headers.cookie, CHAT_COOKIE));
    return guest_of ? { guest_of } : null;
  };
  /** A visitor's key lives as long as they come back; it opens one conversation. */
  const setKey = (reply: Reply, key: string): void =>
    void reply.header(
      "set-cookie",
      cookieLine(CHAT_COOKIE, key, {
        ...{ max_age_seconds: key === "" ? 0 : KEY_DAYS * 86_400, http_only: true, secure },
        ...{ same_site: "Lax", path: PATH },
      }),
    );
  async function showChat(request: Request, who: ChatWriter | null, asked: string | null) {
    const member = who && "user_id" in who ? await memberOf(request) : null;
    const open = who && (await chats.open(who, asked));
    return {
      ...OK,
      hours: chats.hours(brandOf(request)),
      asks_email: !member?.email,
      answer_days: help.answerDays,
      chat: open?.chat ?? null,
      lines: open?.lines ?? [],
    };
  }
  /** For whom a call about a chat is; a stranger's looks like one that there is not. */
  async function asWriter<T>(
    request: Request,
    reply: Reply,
    chat: string,
    act: (who: ChatWriter, id: string) => Promise<Outcome<T, HelpRefusal>>,
  ) {
    const [who, id] = [await writerOf(request), messageId.read(chat)];
    const outcome = who && id ? await act(who, id) : ({ ok: false, code: "unknown_thread" } as const);
    return outcome.ok ? OK : sendRefusal(request, reply, HELP_REFUSALS, outcome);
  }
  const about = (summary: string) => ({ tags: ["help"], summary, response: { 200: success, "4xx": errorReply } });

  app.get(
    PATH,
    {
      schema: {
        ...{ tags: ["help"], summary: "When somebody answers, and the chat that goes on" },
        querystring: z.object({ chat: chatId.optional() }),
        response: { 200: shown, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "private, no-store");
      return showChat(request, await writerOf(request), request.query.chat ?? null);
    },
  );
  app.post(
    PATH,
    {
      schema: {
        ...{ tags: ["help"], summary: "Begin a chat; the same form again is the same chat" },
        body: z.object({
          form: z.string().max(64),
          words: z.string().max(20_000),
          email: z.string().max(300).default(""),
        }),
        response: { 200: shown, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await memberOf(request);
      const writer = {
        ...{ user_id: member?.user_id ?? null, name: member?.name ?? "", email: member?.email ?? null },
        ...{ is_verified: member?.is_verified ?? false, brand: brandOf(request), language: languageOf(request) },
        address: request.ip,
      };
      const outcome = await chats.begin(writer, request.body);
      if (!outcome.ok) return sendRefusal(request, reply, HELP_REFUSALS, outcome);
      const who = member ? { user_id: member.user_id } : { guest_of: outcome.value };
      if (!member) setKey(reply, chats.keys.keyOf(outcome.value));
      reply.header("cache-control", "private, no-store");
      return showChat(request, who, messageId.show(outcome.value));
    },
  );
  app.post(
    `${PATH}/words`,
    {
      schema: {
        ...about("Words in a chat; the same form and words again are there once"),
        body: z.object({
          ...{ chat: chatId, form: z.string().max(64), words: z.string().max(20_000) },
          files: z.array(z.string().max(60)).max(10).default([]),
        }),
      },
    },
    (request, reply) => {
      const { chat, ...given } = request.body;
      return asWriter(request, reply, chat, (who, message_id) => chats.say(who, { ...given, message_id }));
    },
  );
  const oneChat = z.object({ chat: chatId });
  app.post(`${PATH}/typing`, { schema: { ...about("That its writer types"), body: oneChat } }, (request, reply) =>
    asWriter(request, reply, request.body.chat, (who, id) => chats.typing(who, id)),
  );
  app.post(
    `${PATH}/seen`,
    {
      schema: {
        ...about("How far its writer has read"),
        body: oneChat.extend({ place: z.string().regex(/^\d{1,18}$/) }),
      },
    },
    (request, reply) =>
      asWriter(request, reply, request.body.chat, (who, id) => chats.seen(who, id, BigInt(request.body.place))),
  );
  app.post(
    `${PATH}/code`,
    {
      schema: {
        ...about("The code that proves a visitor's address; without one, another is mailed"),
        body: oneChat.extend({ code: z.string().max(20).default("") }),
      },
    },
    (request, reply) =>
      asWriter(request, reply, request.body.chat, async (who, id) => {
        const wait = await limits.take(LIMITS.help_chat_code, networkOf(request.ip));
        if (wait) return { ok: false, code: "too_many", detail: wait };
        return request.body.code === "" ? chats.code.again(who, id) : chats.code.give(who, id, request.body.code);
      }),
  );
  app.post(`${PATH}/end`, { schema: { ...about("Its writer ends it"), body: oneChat } }, (request, reply) =>
    asWriter(request, reply, request.body.chat, (who, id) => chats.end(who, id)),
  );
  app.post(
    `${PATH}/verdict`,
    { schema: { ...about("Whether it was solved"), body: oneChat.extend({ solved: z.boolean() }) } },
    (request, reply) =>
      asWriter(request, reply, request.body.chat, (who, id) => chats.judge(who, id, request.body.solved)),
  );

  app.get(
    `${PATH}/stream`,
    {
      schema: {
        ...{ tags: ["help"], summary: "A chat as it goes on: server-sent events, after the last that was had" },
        querystring: z.object({ chat: chatId, after: z.string().max(20).default("") }),
        response: { "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const [who, message_id] = [await writerOf(request), messageId.read(request.query.chat)];
      if (!who || !message_id) return sendRefusal(request, reply, HELP_REFUSALS, { code: "unknown_thread" });
      const wait = await limits.take(LIMITS.help_chat_stream, networkOf(request.ip));
      if (wait) return sendRefusal(request, reply, HELP_REFUSALS, { code: "too_many", detail: wait });
      const had = String(request.headers["last-event-id"] ?? "") || request.query.after;
      const after = /^\d{1,18}$/.test(had) ? BigInt(had) : 0n;
      const stillTheirs = async () => JSON.stringify(await writerOf(request)) === JSON.stringify(who);
      const opened = await chats.follow(reply, { who, message_id, after, stillTheirs });
      if (opened === "unknown") return sendRefusal(request, reply, HELP_REFUSALS, { code: "unknown_thread" });
      if (opened === "full")
        return sendRefusal(request, reply, HELP_REFUSALS, { code: "too_many", detail: { minutes: "1" } });
      return reply;
    },
  );
}
