/** What happens at the desk while somebody looks: that something waits, and a conversation as it goes on. Ends with the session. */
import { randomInt } from "node:crypto";
import { z } from "zod";
import { createEventStreams, type EventStream, inTurn } from "#platform/event-stream";
import { type Http, type Request, readCookie } from "#platform/http";
import type { OperatorObject } from "#platform/operator";
import { type createConsoleCalls, OK, ok, refuse } from "./http-operator.ts";
import type { Operator, Staff } from "./staff.server.ts";

/** A session that ended or was left closes its streams within so long. */
const LOOK_MS = 30_000;
/** Much that happens at once is told once. */
const TOGETHER_MS = 250;
const MAX_STREAMS = 500;
const talkOf = z.object({ kind: z.string().max(60), id: z.string().max(200) });

type TalkObject = OperatorObject & Required<Pick<OperatorObject, "talk">>;

export function registerLiveCalls(app: Http, { add }: ReturnType<typeof createConsoleCalls>, staff: Staff): void {
  const streams = createEventStreams();
  // Before the server waits for its answers: these would never end.
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });
  const talks = (operator: Operator): TalkObject[] =>
    staff
      .view()
      .objects.filter(
        (object): object is TalkObject => object.talk !== undefined && operator.permissions.has(object.permission),
      );
  const maySay = (operator: Operator, { acts = [], talk }: TalkObject): boolean =>
    acts.some(({ name, permission }) => name === talk.act && operator.permissions.has(permission));
  const isThere = async (request: Request): Promise<boolean> =>
    (await staff.stillThere(readCookie(request.headers.cookie, staff.cookie.name))) !== null;

  /** Follows one conversation: lines after the last that was sent, and how it stands whenever that differs. */
  function follow(stream: EventStream, { talk }: TalkObject, id: string, after: string): () => void {
    let last = after;
    let standing = "";
    const tell = inTurn(async () => {
      const page = await talk.read(id, last);
      if (!page) return stream.end();
      const { lines, ...now } = await staff.withNames(page);
      for (const line of lines) stream.send({ event: "line", id: line.place, data: line });
      last = lines.at(-1)?.place ?? last;
      if (JSON.stringify(now) !== standing) stream.send({ event: "talk", data: now });
      standing = JSON.stringify(now);
    }, stream);
    tell();
    return talk.hear(id, { changed: tell, typing: () => stream.send({ event: "typing", data: {} }) });
  }

  add(
    {
      ...{ method: "GET", url: "/api/console/live", permission: "house" },
      summary: "What happens at the desk, and in one conversation, as it happens",
      query: talkOf.partial().extend({ after: z.string().max(20).default("") }),
      reply: z.unknown(),
    },
    async ({ request, reply, operator }) => {
      const { kind, id, after } = request.query as { kind?: string; id?: string; after: string };
      const mine = talks(operator);
      const one = mine.find((object) => object.kind === kind);
      if (kind !== undefined && !(one && id !== undefined && (await one.talk.read(id, after))))
        return refuse(request, reply, { ok: false, code: "unknown_item" });
      if (streams.count() >= MAX_STREAMS) return reply.code(503).send();
      const stream = streams.start(reply, randomInt(1_000) / 1_000);
      const known = String(request.headers["last-event-id"] ?? "") || after;
      const leave = [
        ...(one && id !== undefined ? [follow(stream, one, id, known)] : mine.map((object) => ring(stream, object))),
        ...mine.filter((object) => maySay(operator, object)).map(({ talk }) => talk.enter()),
      ];
      const watch = setInterval(() => {
        void isThere(request).then(
          (there) => there || stream.end(),
          () => stream.end(),
        );
      }, LOOK_MS).unref();
      stream.onClose(() => {
        clearInterval(watch);
        for (const act of leave) act();
      });
      return reply;
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/typing", permission: "house" },
      summary: "Tell who chats that somebody types",
      body: talkOf,
      reply: ok,
    },
    async ({ request, reply, operator, body }) => {
      const one = talks(operator).find(({ kind }) => kind === body.kind);
      if (!one || !maySay(operator, one)) return refuse(request, reply, { ok: false, code: "unknown_item" });
      one.talk.typing(body.id);
      return OK;
    },
  );
}

/** Tells that something waits or does not any more; what it is the page asks for itself. */
function ring(stream: EventStream, { talk }: TalkObject): () => void {
  let soon: NodeJS.Timeout | null = null;
  const stop = talk.hear(null, {
    changed() {
      soon ??= setTimeout(() => {
        soon = null;
        stream.send({ event: "desk", data: {} });
      }, TOGETHER_MS);
    },
  });
  return () => {
    stop();
    if (soon) clearTimeout(soon);
  };
}
