/** What may be done with a brand pack in data: it is changed group by group, published at a minute, taken back or dropped. */
import type { OperatorAct, OperatorAsk, Told } from "#platform/operator";
import { readMoment } from "#platform/operator-parts";
import { done } from "#platform/outcome";
import type { PackField, PackGroup } from "./field-kinds.ts";
import { answer } from "./pack-answers.ts";
import { GROUPS, putFields } from "./pack-fields.ts";
import { needsSecond } from "./pack-rules.ts";
import { stampOf } from "./packs.ts";
import type { PartnerDoors } from "./partner-doors.ts";

const SHARED = { permission: "partners.decide", atOnce: true } as const;

export function packActs({ partners: { packs } }: PartnerDoors): readonly OperatorAct[] {
  const seen: OperatorAsk = {
    name: "seen",
    what: "which state of the draft was looked at",
    optional: true,
    hidden: true,
    async begin(id) {
      const row = await packs.find(id);
      return row ? stampOf(row) : "";
    },
  };
  const askFor = ({ begin, put: _put, choices, ...field }: PackField): OperatorAsk => ({
    ...field,
    ...(choices && { choices: async () => choices }),
    async begin(id) {
      const row = await packs.find(id);
      const pack = row && packs.packOf(row);
      return pack ? begin(pack) : "";
    },
  });
  const change = (group: PackGroup): OperatorAct => ({
    ...SHARED,
    name: group.name,
    what: group.what,
    reason: false,
    asks: [...group.fields.map(askFor), seen],
    async check(id, { values }: Told) {
      const row = await packs.find(id);
      if (!row) return null;
      if (values.seen && values.seen !== stampOf(row))
        return "Somebody changed it meanwhile: load the page again, and look at what it says now.";
      return packs.check(row, (pack) => putFields(pack, group, values));
    },
    async run(id, { by, values, decidedAt: at }) {
      const outcome = await packs.change(id, (pack) => putFields(pack, group, values), {
        ...{ by, at, seen: values.seen ?? null },
      });
      return outcome.ok ? done("The draft is changed.") : answer(outcome);
    },
  });
  return [
    ...GROUPS.map(change),
    {
      ...SHARED,
      name: "publish",
      what: "It holds from its minute on: on pages, in mails, for calls and for who joins. Money, hosts and scripts in it ask for a second person.",
      reason: false,
      freshSignIn: true,
      secondPerson: {
        permission: "partners.decide",
        async needed(id) {
          const row = await packs.find(id);
          return row ? needsSecond(packs.changedBeside(row)) : false;
        },
      },
      asks: [
        { name: "from", what: "since when, in UTC, such as 2026-12-01 14:00; empty for now", optional: true },
        seen,
      ],
      async run(id, { by, values, decidedAt: at }) {
        const outcome = await packs.publish(id, readMoment(values.from), { by, at, seen: values.seen ?? null });
        return outcome.ok ? done(`It holds from ${outcome.value.toISOString()}.`) : answer(outcome);
      },
    },
    {
      ...SHARED,
      name: "take back",
      what: "What held before holds again, at once and everywhere. A partner that has nothing before it is closed.",
      reason: true,
      freshSignIn: true,
      async run(id, { by, reason, decidedAt: at }) {
        const outcome = await packs.end(id, "withdrawn", { by, at, why: reason });
        return outcome.ok ? done("It is taken back.") : answer(outcome);
      },
    },
    {
      ...SHARED,
      name: "drop",
      what: "The draft is over; nobody has seen it.",
      reason: false,
      async run(id, { by, decidedAt: at }) {
        const outcome = await packs.end(id, "dropped", { by, at, why: null });
        return outcome.ok ? done("The draft is dropped.") : answer(outcome);
      },
    },
  ];
}
