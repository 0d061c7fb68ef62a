/** What operators see and do of members and their sessions. */
import { userId } from "#platform/ids";
import type { ActRefusal, ObjectLink, OperatorAct, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import type { FoundMember, MemberFilter } from "./desk/desk-store.ts";
import type { Asked, HelpRefusal } from "./desk/help-member.ts";
import type { Identity } from "./identity.server.ts";
import { sessionId } from "./ids.ts";
import { memberPage, sessionPage } from "./operator-pages.ts";
import { memberSections } from "./operator-sections.ts";

const WHY: Readonly<Record<string, string>> = {
  not_said: "It says who does it and why.",
  already_so: "It is so already.",
  no_address: "The account has no address.",
  balance_remaining: "Money is left: say `give up` with yes, when its owner gave it up in so many words.",
  payout_in_progress: "A payout is on its way: it arrives first.",
};
export const answerOf = (outcome: Outcome<unknown, string>, said: string): Outcome<string, ActRefusal> => {
  if (outcome.ok) return done(said);
  if (outcome.code === "unknown_member" || outcome.code === "no_session") return refused("unknown");
  return refused("not_possible", { why: WHY[outcome.code] ?? "" });
};

type Verb = (asked: Asked) => Promise<Outcome<null, HelpRefusal>>;
const act = (
  verb: Verb,
  one: Pick<OperatorAct, "name" | "what" | "permission"> & Partial<OperatorAct>,
  said: string,
): OperatorAct => ({
  reason: true,
  ...one,
  async run(id: string, { by, reason }: Told) {
    const user_id = userId.read(id);
    return user_id ? answerOf(await verb({ user_id, by, reason }), said) : refused("unknown");
  },
});

function actsOf({ desk }: Identity): OperatorAct[] {
  return [
    act(
      desk.resend,
      {
        name: "resend",
        what: "The link that confirms the address is sent again.",
        permission: "members.help",
        atOnce: true,
      },
      "The link is on its way.",
    ),
    act(
      desk.verify,
      {
        name: "verify",
        what: "The address counts as confirmed: you know that it is theirs.",
        permission: "members.help",
      },
      "The address is confirmed.",
    ),
    act(
      desk.unlock,
      {
        name: "unlock",
        what: "Wrong tries are forgotten, so that they may sign in at once.",
        permission: "members.help",
        atOnce: true,
      },
      "They may try again.",
    ),
    act(
      desk.resetSecondStep,
      {
        name: "remove second step",
        what: "The authenticator app is removed, every device signed out, and the member told by letter.",
        permission: "members.close",
        freshSignIn: true,
      },
      "The second step is off, and the member is told.",
    ),
    act(
      desk.close,
      {
        name: "close",
        what: "Every device is signed out, nobody signs in, and nothing more is charged. Money stays where it is.",
        permission: "members.close",
        freshSignIn: true,
      },
      "The account is closed.",
    ),
    act(
      desk.restore,
      { name: "restore", what: "They may sign in again.", permission: "members.close", freshSignIn: true },
      "The account is open again.",
    ),
    act(
      desk.look,
      {
        name: "look",
        what: "For 30 minutes you read their pages as they see them. Their activity says that it happened.",
        permission: "members.look",
        atOnce: true,
      },
      "For 30 minutes you see what they see.",
    ),
    act(
      desk.note,
      {
        name: "note",
        what: "What colleagues should know; the member gets it with their copy.",
        permission: "members.help",
        atOnce: true,
      },
      "Written down.",
    ),
    {
      name: "erase",
      what: "The account ends for good, as when its owner deletes it: name, address and sign-ins are erased.",
      permission: "members.erase",
      secondPerson: { permission: "members.erase", needed: async () => true },
      freshSignIn: true,
      reason: true,
      asks: [{ name: "give up", what: "yes, when what is left was given up in so many words", optional: true }],
      async run(id, { by, reason, values, approvedBy }) {
        const user_id = userId.read(id);
        if (!user_id) return refused("unknown");
        if (!approvedBy || approvedBy === by) return refused("not_possible", { why: "A second person says yes." });
        return answerOf(
          await desk.erase({ user_id, by, reason }, values["give up"] === "yes"),
          "The account is erased.",
        );
      },
    },
  ];
}

const linkOf = (row: FoundMember): ObjectLink => ({
  kind: "member",
  id: userId.show(row.user_id),
  line: `member since ${row.created_at.toISOString().slice(0, 10)}`,
  personal: [row.name, row.email].filter(Boolean).join(", "),
});

const STATES: readonly MemberFilter[] = ["all", "unverified", "closed"];
/** Where a page ended: the instant and the id of its last row. */
const readAfter = (text: string | null) => {
  const [at = "", id = ""] = text?.split(" ") ?? [];
  const user_id = userId.read(id);
  const instant = new Date(at);
  return user_id && !Number.isNaN(instant.getTime()) ? { at: instant, id: user_id } : null;
};

export function memberView(identity: Identity): OperatorView {
  const { desk } = identity;
  return {
    objects: [
      {
        kind: "member",
        permission: "members.see",
        async show(id) {
          const user_id = userId.read(id);
          const found = user_id && (await desk.show(user_id));
          return found ? memberPage(found) : null;
        },
        async search(text, most) {
          const user_id = userId.read(text);
          if (user_id) {
            const found = await desk.show(user_id);
            return found ? [linkOf(found.user)] : [];
          }
          return text.length < 3 ? [] : (await desk.search(text, most)).map(linkOf);
        },
        acts: actsOf(identity),
      },
      {
        kind: "session",
        permission: "members.see",
        async show(id) {
          const session = sessionId.read(id);
          const found = session && (await desk.session(session));
          return found ? sessionPage(found) : null;
        },
      },
    ],
    members: memberSections(desk),
    lists: [
      {
        name: "members",
        what: "Everybody who has an account, the newest first",
        permission: "members.see",
        filters: [{ name: "state", values: STATES }],
        async read({ filters, after, most }) {
          const state = STATES.find((one) => one === filters.state) ?? "all";
          const rows = await desk.list({ state, after: readAfter(after), most });
          const last = rows.length === most ? rows.at(-1) : undefined;
          return {
            rows: rows.map((row) => ({
              ...linkOf(row),
              facts: {
                joined: row.created_at.toISOString(),
                state: row.deleted_at ? "deleted" : row.merged_at ? "merged" : row.closed_at ? "closed" : "open",
                membership: row.plus_active ? "Plus" : row.standard_active ? "Standard" : "none",
              },
            })),
            after: last ? `${last.created_at.toISOString()} ${userId.show(last.user_id)}` : null,
          };
        },
      },
    ],
    files: [
      {
        name: "copy",
        what: "The member's whole copy, as they get it themselves; their activity says that it was made",
        permission: "members.export",
        of: "a member",
        kind: "member",
        freshSignIn: true,
        reason: true,
        async read(of, { by, reason }) {
          const user_id = userId.read(of);
          const copy = user_id && (await desk.copy({ user_id, by, reason }));
          if (!copy?.ok) return null;
          // Amounts are bigint, which JSON lacks.
          const text = JSON.stringify(
            copy.value,
            (_, value) => (typeof value === "bigint" ? value.toString() : value),
            1,
          );
          return { name: `${of}.json`, type: "application/json", text };
        },
      },
    ],
  };
}
