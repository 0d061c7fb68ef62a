/** What operators see and do of partners: what each brand says now, drafts, publishing at a minute, the way back, and their keys. */
import type { Facts, ObjectLink, OperatorObject, OperatorView } from "#platform/operator";
import { known, pageOf, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { packId } from "./ids.ts";
import { packActs } from "./operator-acts.ts";
import { answer, WHY } from "./pack-answers.ts";
import { isPartnerName, type Pack } from "./pack-rules.ts";
import { PACK_TRANSITIONS, type PackState } from "./pack-states.ts";
import type { PackRow } from "./pack-store.ts";
import type { PartnerDoors } from "./partner-doors.ts";

const STATES = Object.keys(PACK_TRANSITIONS) as PackState[];
/** What a partner that there is not yet is asked for by. */
const NEW_PARTNER = "new";

const standsAs = (row: PackRow, now: Date): string =>
  row.state === "published" && row.live_at && row.live_at > now ? "scheduled" : row.state;

const packLink = (row: PackRow, now: Date): ObjectLink => ({
  kind: "pack",
  id: packId.show(row.pack_id),
  line: `${row.partner_name}: ${standsAs(row, now)}${row.live_at ? ` from ${row.live_at.toISOString()}` : ""}`,
});

const dollars = (minor: number): string => `$${(minor / 100).toFixed(2)}`;
const percent = (bps: number): string => `${bps / 100}%`;

/** A brand in the order in which somebody asks about it. */
export function packFacts({ brand, pixels }: Pack): Facts {
  const { plan, colors, upsell } = brand;
  const price = (tier: { trial_days: number; trial_minor: number; monthly_minor: number }) =>
    tier.trial_days > 0
      ? `${dollars(tier.trial_minor)} for ${tier.trial_days} days, then ${dollars(tier.monthly_minor)} a month`
      : `${dollars(tier.monthly_minor)} a month`;
  return known({
    name: brand.name,
    hosts: brand.hosts.join(", ") || "none: by ?partner= alone",
    theme: colors ? `${brand.theme}, primary ${colors.primary}, accent ${colors.accent}` : brand.theme,
    "support email": brand.support_email,
    "run by": brand.run_by,
    membership: price(plan),
    plus: price(plan.tiers.plus),
    shipping: brand.shipping_open ? price(plan.tiers.shipright) : "not sold",
    "of a commission": `${percent(brand.member_share_bps)}, with Plus ${percent(brand.plus_share_bps)}`,
    "of what offers pay": `${percent(brand.coin_share_bps)}, with Plus ${percent(brand.coin_plus_share_bps)}`,
    "paid out from": dollars(brand.payout_minimum_minor),
    rebates: Object.keys(brand.benefits.claims).join(", ") || "none",
    "hand-overs may lead to": upsell.hosts.join(", ") || "our own pages alone",
    callback: upsell.callback,
    pixels: `${pixels.registration.length + pixels.conversion.length + pixels.globaldelayed.length}${pixels.hosts.length > 0 ? `, from ${pixels.hosts.join(", ")}` : ""}`,
  });
}

const momentsOf = (row: PackRow) => {
  const moments: [Date | null, string, string | null][] = [
    [row.written_at, "a draft was begun", row.written_by],
    [row.changed_at, "the draft was changed last", row.changed_by],
    [row.published_at, `published, from ${row.live_at?.toISOString()}`, row.published_by],
    [row.ended_at, `${row.state}${row.ended_why ? `: ${row.ended_why}` : ""}`, row.ended_by],
  ];
  return moments.flatMap(([at, what, by]) => (at && by ? [{ at, what, by }] : []));
};

const PLACES_TO_LOOK: readonly (readonly [path: string, line: string])[] = [
  ["/", "The home page"],
  ["/stores", "The stores"],
  ["/how-it-works", "How it works"],
];

function partnerObject({ partners, clock }: PartnerDoors): OperatorObject {
  const { packs } = partners;
  const openOf = (name: string) => packs.current().open.find(({ brand }) => brand.partner_name === name);
  const closedOf = (name: string) => packs.current().closed.find(({ brand }) => brand.partner_name === name);
  return {
    kind: "partner",
    permission: "partners.see",
    search: async (typed, most) =>
      partners
        .all()
        .filter(({ partner_name, name, hosts }) =>
          [partner_name, name, ...hosts].some((one) => one.toLowerCase().includes(typed.toLowerCase())),
        )
        .slice(0, most)
        .map(({ partner_name, name }) => ({ kind: "partner", id: partner_name, line: name })),
    async show(id) {
      const now = clock.now();
      if (id === NEW_PARTNER) {
        const begun = await Promise.all(packs.begun().map((name) => packs.of(name)));
        const drafts = begun.flat().filter(({ state }) => state === "draft" || state === "published");
        return {
          facts: { stands: "nowhere yet: begin it" },
          timeline: [],
          links: drafts.map((row) => packLink(row, now)),
        };
      }
      if (!isPartnerName(id)) return null;
      const rows = await packs.of(id);
      const pack = openOf(id) ?? closedOf(id);
      if (!pack && rows.length === 0) return null;
      return {
        facts: {
          state: openOf(id) ? "open" : closedOf(id) ? "closed: its members keep its name" : "not published yet",
          ...(pack && packFacts(pack)),
        },
        timeline: rows.flatMap(momentsOf).toSorted((one, other) => one.at.getTime() - other.at.getTime()),
        links: rows.toReversed().map((row) => packLink(row, now)),
        ...(openOf(id) && { views: [{ href: `/console/partner/${id}`, line: "Its numbers and keys" }] }),
      };
    },
    acts: [
      {
        name: "begin a draft",
        what: "A draft of what holds now, which nobody sees: it is changed, looked at and published on its own page.",
        permission: "partners.decide",
        reason: false,
        atOnce: true,
        asks: [
          {
            name: "partner",
            what: "The name that addresses and rows know it by, such as acme; it never changes",
            begin: async (id) => (id === NEW_PARTNER ? "" : id),
            most: 30,
          },
        ],
        async check(id, { values }) {
          const named = values.partner ?? "";
          if (!isPartnerName(named) || named === NEW_PARTNER) return WHY.name_wrong;
          if (id === NEW_PARTNER && (openOf(named) || closedOf(named)))
            return "There is a partner of this name: begin on its page.";
          return id === NEW_PARTNER || id === named ? null : "This is another partner's page.";
        },
        async run(id, { by, values, decidedAt: at }) {
          const named = values.partner ?? "";
          if (
            id !== NEW_PARTNER &&
            !(isPartnerName(id) && (openOf(id) || closedOf(id) || (await packs.of(id)).length > 0))
          )
            return refused("unknown");
          if (named === NEW_PARTNER || (id !== NEW_PARTNER && id !== named))
            return refused("not_possible", { why: WHY.name_wrong });
          const outcome = await packs.write({ partner: named, by, at });
          return outcome.ok ? done(`The draft is ${outcome.value}.`) : answer(outcome);
        },
      },
    ],
  };
}

function packObject(doors: PartnerDoors): OperatorObject {
  const { partners, clock, publicUrl } = doors;
  const { packs, previews } = partners;
  return {
    kind: "pack",
    permission: "partners.see",
    async show(id) {
      const row = await packs.find(id);
      if (!row) return null;
      const pack = packs.packOf(row);
      const changed = packs.changedBy(row);
      const look = encodeURIComponent(previews.tokenOf(id));
      return {
        facts: known({
          partner: row.partner_name,
          state: standsAs(row, clock.now()),
          from: row.live_at,
          "differs from what holds in": changed.join(", ") || "nothing",
          ...(pack && packFacts(pack)),
        }),
        timeline: momentsOf(row),
        links: [{ kind: "partner", id: row.partner_name, line: "the partner that it is of" }],
        ...(pack && {
          views: PLACES_TO_LOOK.map(([path, line]) => ({
            href: `${publicUrl}/partner-look/${look}?to=${encodeURIComponent(path)}`,
            line: `${line} as it would have it`,
          })),
        }),
      };
    },
    acts: packActs(doors),
  };
}

export const partnersView = (doors: PartnerDoors): OperatorView => ({
  objects: [partnerObject(doors), packObject(doors)],
  lists: [
    {
      name: "partners",
      what: "The brands that the service runs under, as they are now",
      permission: "partners.see",
      async read({ after, most }) {
        const { open, closed } = doors.partners.packs.current();
        const row = ({ brand }: Pack, state: string) => ({
          ...{ kind: "partner", id: brand.partner_name, line: brand.name },
          facts: known({ name: brand.name, partner: brand.partner_name, state, hosts: brand.hosts.join(", ") }),
        });
        const begin = "Begin a new partner";
        const rows = [
          { kind: "partner", id: NEW_PARTNER, line: begin, facts: { name: begin } },
          ...open.map((pack) => row(pack, "open")),
          ...doors.partners.packs.begun().map((name) => ({
            ...{ kind: "partner", id: name, line: name },
            facts: { name, partner: name, state: "not published yet" },
          })),
          ...closed.map((pack) => row(pack, "closed")),
        ];
        return pageOf<(typeof rows)[number] & { facts: Facts }>(rows, { after, most });
      },
    },
    {
      name: "packs",
      what: "What operators say of brands over what is delivered, newest first",
      permission: "partners.see",
      filters: [{ name: "state", values: ["all", ...STATES] }],
      async read({ filters, after, most }) {
        const state = readFilter(filters.state, STATES);
        const rows = await doors.partners.packs.list({ state, after: readPlace(after, packId), most });
        const now = doors.clock.now();
        return {
          rows: rows.map((row) => ({
            ...packLink(row, now),
            facts: known({
              partner: row.partner_name,
              state: standsAs(row, now),
              from: row.live_at,
              changes: Object.keys(Object(row.changes)).join(", ") || "nothing",
            }),
          })),
          after: placeAfter(rows, most, (row) => ({ at: row.written_at, shown: packId.show(row.pack_id) })),
        };
      },
    },
  ],
});
