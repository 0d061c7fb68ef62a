/** What accounts show on a member's page. */
import { userId } from "#platform/ids";
import type { MemberSection } from "#platform/operator";
import type { MemberDesk } from "./desk/member-desk.ts";
import { sessionLine } from "./operator-pages.ts";

export const memberSections = (desk: MemberDesk): readonly MemberSection[] => [
  {
    name: "notes",
    what: "What colleagues wrote",
    permission: "members.see",
    list: async (user, most) =>
      (await desk.notes(user, most)).map((note) => ({
        kind: "note",
        id: note.note_id,
        at: note.at,
        line: `${note.body} (${note.by})`,
      })),
  },
  {
    name: "sessions",
    what: "Where they are and were signed in",
    permission: "members.personal",
    list: async (user, most) => (await desk.sessions(user, most)).map(sessionLine),
  },
  {
    name: "activity",
    what: "Every sign-in and every change of the account's safety, as the member sees it",
    permission: "members.personal",
    list: async (user, most) =>
      (await desk.events(user, most)).map((event) => ({
        kind: "member",
        id: userId.show(user),
        at: event.at,
        line: [event.kind.replaceAll("_", " "), event.detail].filter(Boolean).join(": "),
      })),
  },
];
