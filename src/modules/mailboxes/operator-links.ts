/** What operators see and do of linked mailboxes. Whose mailbox it is they see with the right to; what stands in it nobody does. */
import { userId } from "#platform/ids";
import type { HealthCheck, ObjectLink, OperatorAct, OperatorFigure, OperatorView } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { linkId } from "./ids.ts";
import type { Links } from "./links/create-links.ts";
import type { LinkRow } from "./links/link-store.ts";
import { LINK_TRANSITIONS, type LinkState } from "./links/links.types.ts";
import { READ_STATES } from "./links/rules.ts";

// The table of transitions has every state as a key.
const STATES = Object.keys(LINK_TRANSITIONS) as LinkState[];
/** From so many failures in a row on somebody should look. */
const FAILING = 4;

const linkOf = (row: LinkRow): ObjectLink => ({
  kind: "mailbox link",
  id: linkId.show(row.link_id),
  line: `${row.host}, ${row.state}`,
  personal: row.address,
});

const actsOf = ({ desk, syncSoon, revoke }: Links): OperatorAct[] => [
  {
    name: "sync now",
    what: "The mailbox is read within a minute, whatever it waits for",
    ...{ permission: "members.help", reason: false, atOnce: true },
    async run(shown) {
      const id = linkId.read(shown);
      const row = id && (await desk.link(id));
      if (!row) return refused("unknown");
      return (await syncSoon(row.link_id))
        ? done("it is read now")
        : refused("not_possible", { why: `it is ${row.state}` });
    },
  },
  {
    name: "unlink",
    what: "The app password is deleted, and the mailbox is read no more; what was found in it stays",
    ...{ permission: "members.help", reason: true },
    async run(shown, { by }) {
      const id = linkId.read(shown);
      const row = id && (await desk.link(id));
      if (!row) return refused("unknown");
      const outcome = await revoke({ user_id: row.user_id, link_id: row.link_id, forget: false }, by);
      return outcome.ok ? done("it is unlinked") : refused("not_possible");
    },
  },
];

function figuresOf({ desk }: Links): OperatorFigure[] {
  const figure = (name: string, what: string, states: readonly LinkState[]): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: "count", kind: "level" },
    read: () => desk.count(states),
  });
  return [
    figure("mailboxes linked", "Linked mailboxes that are read now", READ_STATES),
    figure("mailboxes paused", "Linked mailboxes that their members paused", ["paused"]),
    figure("mailboxes throttled", "Linked mailboxes whose server does not answer or lets nobody in", ["throttled"]),
    figure("mailboxes locked out", "Linked mailboxes that wait for a new app password", ["reauth_needed"]),
  ];
}

const checkOf = ({ desk }: Links): HealthCheck => ({
  name: "linked mailboxes",
  what: `No linked mailbox failed ${FAILING} times in a row`,
  async look() {
    const hosts = await desk.failing(FAILING);
    if (hosts.length === 0) return { state: "fine", line: "All were read." };
    return { state: "warn", line: hosts.map(({ host, failing }) => `${host}: ${failing}`).join(", ") };
  },
});

export const linksView = (links: Links) =>
  ({
    objects: [
      {
        kind: "mailbox link",
        permission: "members.see",
        async search(text, most) {
          const id = linkId.read(text.trim());
          const found = id ? await links.desk.link(id) : null;
          if (found) return [linkOf(found)];
          return text.includes("@") ? (await links.desk.byAddress(text.trim().toLowerCase(), most)).map(linkOf) : [];
        },
        async show(shown) {
          const id = linkId.read(shown);
          const row = id && (await links.desk.link(id));
          if (!row) return null;
          return {
            facts: known({
              ...{ state: row.state, server: row.host, "read last": row.last_sync_at, "read next": row.next_sync_at },
              ...{ "reads from": row.since, "caught up": row.caught_up_at, "mails looked at": String(row.looked_at) },
              "too large": String(row.too_large),
              "failures in a row": String(row.failures),
              ...{ "last error": row.last_error, "failed last": row.failed_at, "locked out since": row.reauth_since },
              "reminded at": row.reminded_at,
              "agreed to": `${row.consent_version}, ${row.consent_language}, ${row.consented_at.toISOString()}`,
              "hash of the words": row.consent_hash.toString("hex"),
            }),
            personal: known({ address: row.address }),
            timeline: (await links.desk.events(row.link_id)).map(({ at, state, by_whom, why }) => ({
              ...{ at, by: by_whom, what: [state, why].filter(Boolean).join(": ") },
            })),
            links: [{ kind: "member", id: userId.show(row.user_id), line: "whose it is" }],
          };
        },
        acts: actsOf(links),
      },
    ],
    lists: [
      {
        name: "mailbox links",
        what: "Mailboxes that members linked, the newest first",
        permission: "members.see",
        filters: [{ name: "state", values: ["all", ...STATES] }],
        async read({ filters, after, most }) {
          const state = readFilter(filters.state, STATES);
          const rows = await links.desk.list({ state, after: readPlace(after, linkId), most });
          return {
            rows: rows.map((row) => ({
              ...linkOf(row),
              facts: known({ linked: row.created_at, "read last": row.last_sync_at, "last error": row.last_error }),
            })),
            after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: linkId.show(row.link_id) })),
          };
        },
      },
    ],
    members: [
      {
        name: "linked mailboxes",
        what: "Mailboxes that they linked, and those that they unlinked",
        permission: "members.see",
        list: async (user, most) =>
          (await links.desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.created_at })),
      },
    ],
    figures: figuresOf(links),
    checks: [checkOf(links)],
  }) satisfies OperatorView;
