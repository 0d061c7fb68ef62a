import type { FastifyInstance } from "fastify";
import type { Provider, World } from "../../world.ts";
import { composeMail, writeMail } from "../compose.ts";
import { KINDS } from "../purchase.ts";
import { type SendWish, wishOf } from "../send-wish.ts";
import { ANSWERS, type Answer, APP_PASSWORD, boxOf, putMail, renumber, startImap } from "./mailbox.ts";

const DAY_MS = 86_400_000;
const ADDRESS = "rosa@mailbox.example";

interface PutWish extends SendWish {
  /** Any mail, in base64, instead of a store's. */
  raw?: string;
  /** The mail has at least so many bytes. */
  bytes?: number;
}

async function put(world: World, asked: PutWish): Promise<object | null> {
  const at = new Date(asked.at ?? world.clock.now());
  if (asked.raw !== undefined) {
    const raw = Buffer.from(asked.raw, "base64");
    putMail(world, Buffer.concat([raw, Buffer.alloc(Math.max(0, (asked.bytes ?? 0) - raw.length), "x")]), at);
    return {};
  }
  const wish = wishOf(world, { to: ADDRESS, ...asked });
  if (!wish) return null;
  const { raw, truth } = await composeMail({ ...wish, at });
  putMail(world, raw, at);
  return { truth, store: wish.store };
}

/** What anybody's mailbox holds beside the mails of stores. */
const letter = (world: World, from: string, subject: string, text: string, days: number) =>
  writeMail({
    ...{ from, to: ADDRESS, subject, text, at: new Date(world.clock.now() - days * DAY_MS), signed_by: null },
    message_id: `<${subject.length}.${days}@${from.split("@")[1]?.replace(">", "") ?? "gmail.com"}>`,
  });

/** In a world that goes on, the mailbox is not empty when it is linked. */
async function fill(world: World): Promise<void> {
  for (const [seed, kind] of KINDS.entries())
    await put(world, { seed: 400 + seed, kind, at: new Date(world.clock.now() - (12 - seed) * DAY_MS).toISOString() });
  const friend = await letter(world, "Nadia <nadia@gmail.com>", "Saturday", "Are you coming on Saturday?", 3);
  putMail(world, friend, new Date(world.clock.now() - 3 * DAY_MS));
}

function registerControl(app: FastifyInstance, world: World): void {
  app.post<{ Body: PutWish | null }>("/control/imap/mail", async (request, reply) => {
    const told = await put(world, request.body ?? {});
    return told ?? reply.code(400).send({ error: "Give a known store and a known kind of mail." });
  });
  app.post<{ Body: { login?: Answer } | null }>("/control/imap/answer", (request, reply) => {
    const answer = ANSWERS.find((one) => one === request.body?.login);
    if (!answer) return reply.code(400).send({ error: `Give login: ${ANSWERS.join(", ")}.` });
    boxOf(world).answer = answer;
    return { login: answer };
  });
  app.post("/control/imap/renumber", () => {
    renumber(world);
    return {};
  });
  app.get("/control/imap", () => {
    const { server, answer, logins } = boxOf(world);
    const messages = server?.getMailbox("INBOX").messages ?? [];
    return { answer, logins, mails: messages.map(({ uid, flags }) => ({ uid, flags })), password: APP_PASSWORD };
  });
}

/** A mailbox that is read by IMAP, as members have theirs. */
export const imap: Provider = {
  name: "imap",
  title: "Mailbox by IMAP",
  credentials: { password: APP_PASSWORD },
  control: registerControl,
  async start(world) {
    const started = await startImap(world);
    if (world.settings.dataDir !== null) await fill(world);
    return started;
  },
  card: (world) =>
    `<p>Any address at <code>mailbox.example</code>, app password <code>${APP_PASSWORD.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>. ${boxOf(world).server?.getMailbox("INBOX").messages.length ?? 0} mails.</p>`,
};
