/** What operators see of a member's consents. */
import { userId } from "#platform/ids";
import type { OperatorView } from "#platform/operator";
import type { Attribution } from "./attribution.server.ts";

export const consentView = (attribution: Attribution): OperatorView => ({
  members: [
    {
      name: "consents",
      what: "What they agreed to and refused",
      permission: "members.see",
      list: async (user, most) =>
        (await attribution.consentsOf(user, most)).map((row) => ({
          kind: "member",
          id: userId.show(user),
          at: row.at,
          line: `${row.purpose}: ${row.given ? "agreed" : "refused"} (${row.source}, ${row.language})`,
        })),
    },
  ],
});
