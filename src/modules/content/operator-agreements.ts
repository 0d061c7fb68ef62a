/** What operators see of agreements: each version of a legal text word for word, how many agreed to it, and those of one member. */
import type { MemberSection, ObjectLink, OperatorList, OperatorObject } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { VersionRow } from "./agreement-store.ts";
import { AGREED_TO, type Agreements } from "./agreements.ts";
import { versionId } from "./ids.ts";

type Doors = { agreements: Agreements };

const linkOf = (row: Omit<VersionRow, "page">): ObjectLink => ({
  kind: "legal version",
  id: versionId.show(row.version_id),
  line: `${row.title}, since ${row.holds_since} (${[row.language, row.partner, row.country].filter(Boolean).join(", ")})`,
});

export const versionObject = ({ agreements }: Doors): OperatorObject => ({
  kind: "legal version",
  permission: "members.see",
  async search(text) {
    const row = await agreements.version(text);
    return row ? [linkOf(row)] : [];
  },
  async show(id) {
    const row = await agreements.version(id);
    if (!row) return null;
    return {
      facts: known({
        document: row.document,
        title: row.title,
        "holds since": row.holds_since,
        language: row.language,
        partner: row.partner,
        country: row.country ?? "not known",
        "members who agreed": String(row.members),
      }),
      timeline: [{ at: row.kept_at, what: "agreed to for the first time", by: "a member" }],
      links: [{ kind: "text", id: `legal:${row.document}`, line: "the text as it stands now" }],
      views: [{ href: `/console/preview/${id}`, line: "As they read it" }],
    };
  },
});

export const versionList = ({ agreements }: Doors): OperatorList => ({
  name: "legal versions",
  what: "Legal texts word for word as members agreed to them, newest first",
  permission: "members.see",
  filters: [{ name: "document", values: ["all", ...AGREED_TO] }],
  async read({ filters, after, most }) {
    const document = readFilter(filters.document, AGREED_TO);
    const rows = await agreements.versions({ document, after: readPlace(after, versionId), most });
    return {
      rows: rows.map((row) => ({
        ...linkOf(row),
        facts: known({
          title: row.title,
          since: row.holds_since,
          language: row.language,
          partner: row.partner,
          country: row.country,
          "members who agreed": String(row.members),
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.kept_at, shown: versionId.show(row.version_id) })),
    };
  },
});

export const agreementsOfMembers = ({ agreements }: Doors): MemberSection => ({
  name: "agreements",
  what: "Legal texts that they agreed to, by what, and which words",
  permission: "members.personal",
  list: async (user, most) => (await agreements.of(user, most)).map((row) => ({ ...linkOf(row), at: row.agreed_at })),
});
