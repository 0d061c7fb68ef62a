/** The passbook as its member reads it, for those who opened a look. */
import type { Identity } from "#identity";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { OperatorView } from "#platform/operator";
import type { Passbook } from "./passbook.server.ts";

export const passbookView = (passbook: Passbook, identity: Identity): OperatorView => ({
  members: [
    {
      name: "passbook",
      what: "The first page of their passbook, as they see it",
      permission: "members.look",
      async list(user, most, by = "") {
        if (!(await identity.desk.mayLook(user, by))) return [];
        const { entries } = await passbook.page({ user_id: user, filter: "all", page: 1 });
        return entries.slice(0, most).map((entry) => {
          const at = new Date(entry.at);
          if (entry.type === "order")
            return {
              kind: "order",
              id: entry.id,
              at,
              line: `${entry.merchant.name}: ${showUsd(BigInt(entry.back_minor))} back, ${entry.state}${entry.reason ? `. ${entry.reason.en}` : ""}`,
            };
          return {
            kind: "member",
            id: userId.show(user),
            at,
            line: `${entry.title.en}: ${showUsd(BigInt(entry.amount_minor))}. ${entry.note.en}`,
          };
        });
      },
    },
  ],
});
