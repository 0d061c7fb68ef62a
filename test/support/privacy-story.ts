/** People who ask what is kept about them, and the letters that they get. */
import { tuppence } from "../../brands/tuppence.ts";
import type { World } from "./world.ts";

type Someone = Awaited<ReturnType<World["member"]>>;
type Right = "know" | "delete" | "correct" | "opt_out";
type Letter = { id: number; subject: string; text: string };

export function createPrivacyStory(world: World) {
  const nobody = () => null;
  type Agent = { name: string; email: string; permission: string };
  const typed = (
    right: Right | string,
    more: { email?: string; words?: string; password?: string; agent?: Agent | null },
  ) => ({
    ...{ right, email: "", words: "", password: "", ...more },
  });
  const story = {
    /** Whoever is not signed in. */
    ask: (
      right: Right | string,
      email: string,
      more: {
        words?: string;
        language?: "en" | "es";
        address?: string;
        header?: (name: string) => string | null;
        /** Who asks for somebody else, with that address. */
        agent?: Agent;
        /** Who is signed in while they ask for somebody else. */
        member?: Someone;
      } = {},
    ) =>
      world.privacy.ask({
        ...{ member: more.member ?? null, brand: tuppence, language: more.language ?? "en" },
        ...{ address: more.address ?? "203.0.113.7", header: more.header ?? nobody },
        typed: typed(right, { email, words: more.words ?? "", agent: more.agent ?? null }),
      }),
    /** A member with a confirmed address, who has just signed in. */
    async confirmed(name: string, language: "en" | "es" = "en"): Promise<Someone> {
      const member = await world.member(name, language);
      await story.prove(member);
      return { ...member, is_verified: true };
    },
    /** Their address is theirs from now on. */
    prove: ({ user_id }: Someone) =>
      world.base.handle.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [user_id]),
    /** They have another address, and have proven it. */
    moveTo: ({ user_id }: Someone, email: string) =>
      world.base.handle.pool.query("update identity.users set email = $2 where user_id = $1", [user_id, email]),
    async end(member: Someone): Promise<void> {
      const ended = await world.identity.deleteAccount(member, {
        ...{ password: member.password, give_up: true, user_agent: "", address: "" },
      });
      if (!ended.ok) throw new Error(ended.code);
    },
    asMember: (
      member: Someone,
      right: Right,
      more: { words?: string; password?: string; language?: "en" | "es"; email?: string } = {},
    ) =>
      world.privacy.ask({
        ...{ member, brand: tuppence, language: more.language ?? "en", address: "203.0.113.8", header: nobody },
        typed: typed(right, more),
      }),
    async letters(to: string): Promise<Letter[]> {
      await world.work();
      const { mails } = await world.control<{ mails: Letter[] }>(`/mails?to=${encodeURIComponent(to)}`);
      return mails.toSorted((one, other) => one.id - other.id).filter(({ text }) => /privacy|privacidad/i.test(text));
    },
    /** The token of the newest link that went to an address. */
    async token(to: string): Promise<string> {
      const links = (await story.letters(to)).flatMap(({ text }) => [...text.matchAll(/verify\?t=([0-9A-Za-z]{40})/g)]);
      const token = links.at(-1)?.[1];
      if (!token) throw new Error(`no link went to ${to}`);
      return token;
    },
    /** The token by which the newest letter to an address lets its request go. */
    async withdrawToken(to: string): Promise<string> {
      const links = (await story.letters(to)).flatMap(({ text }) => [...text.matchAll(/withdraw\?t=([\w.-]+)/g)]);
      const token = links.at(-1)?.[1];
      if (!token) throw new Error(`no link to withdraw went to ${to}`);
      return token;
    },
    /** Asked by somebody without a session, and confirmed in the mail. */
    async proven(right: Right, email: string, more: { words?: string; language?: "en" | "es" } = {}) {
      const asked = await story.ask(right, email, more);
      if (!asked.ok) throw new Error(asked.code);
      const link = await world.privacy.verify(await story.token(email));
      if (!link) throw new Error("the link does not work");
      return link.page;
    },
    async rows<T = Record<string, unknown>>(where: string, values: unknown[] = []): Promise<T[]> {
      const { rows } = await world.base.handle.pool.query(
        `select *, due_on::text as due_on from privacy.requests where ${where} order by asked_at, request_id`,
        values,
      );
      return rows as T[];
    },
  };
  return story;
}
