import type { FastifyInstance } from "fastify";
import { buildSchema, GraphQLError } from "graphql";
import type { Programme } from "../../catalogue/programmes.ts";
import { incentiveTerms } from "../../catalogue/programmes.ts";
import type { World } from "../../world.ts";
import { answerGraphql, checkCj } from "./access.ts";
import { CJ } from "./credentials.ts";

const schema = buildSchema(`
  type SpecialTerms { name: String! body: String! }
  type Named { id: ID! name: String }
  type ActionTracker { id: ID! name: String! type: String! }
  type LockingMethod { type: String! durationInDays: Int }
  type Rate { type: String! value: String! currency: String }
  type Commission { rank: Int! situation: Named itemList: Named rate: Rate! }
  type ActionTerms {
    id: ID! actionTracker: ActionTracker! lockingMethod: LockingMethod! referralPeriod: Int referralOccurrences: String
    commissions: [Commission!]!
  }
  type ProgramTerms { id: ID! name: String! isDefault: Boolean specialTerms: SpecialTerms actionTerms: [ActionTerms!]! }
  type Contract { advertiserId: ID! status: String! startTime: String! endTime: String programTerms: ProgramTerms! }
  type Contracts { totalCount: Int! count: Int! resultList: [Contract!]! }
  input ContractFilters { advertiserId: ID status: String }
  type Publisher { contracts(publisherId: ID!, limit: Int, offset: Int, filters: ContractFilters): Contracts! }
  type Query { publisher: Publisher! }
`);

interface Args {
  publisherId: string;
  limit?: number | null;
  offset?: number | null;
  filters?: { advertiserId?: string | null } | null;
}

function contract(programme: Programme) {
  const base = Number(programme.id);
  return {
    advertiserId: programme.id,
    status: "ACTIVE",
    startTime: "2025-01-01T00:00:00Z",
    endTime: null,
    programTerms: {
      id: `${base + 1_000_000}`,
      name: "Standard terms",
      isDefault: true,
      specialTerms: {
        name: "Promotional methods",
        body: incentiveTerms(programme),
      },
      actionTerms: [
        {
          id: `${base + 2_000_000}`,
          actionTracker: { id: `${base - 3_700_000}`, name: "Online Sale", type: "item_sale" },
          lockingMethod: { type: "FIXED_DURATION", durationInDays: programme.lockingDays },
          referralPeriod: 30,
          referralOccurrences: "UNLIMITED",
          commissions: programme.groups.map((group, rank) => ({
            rank: rank + 1,
            situation: null,
            itemList: rank === 0 ? null : { id: group.id, name: group.name },
            rate:
              group.kind === "percent"
                ? { type: "PERCENT", value: `${group.value / 100}`, currency: null }
                : { type: "FIXED", value: (group.value / 100).toFixed(2), currency: "USD" },
          })),
        },
      ],
    },
  };
}

export function registerCjPrograms(app: FastifyInstance, world: World): void {
  const contracts = (args: Args) => {
    if (args.publisherId !== CJ.publisher) throw new GraphQLError("You are not authorized to see this publisher");
    const wanted = args.filters?.advertiserId;
    const all = world.catalogue
      .programmes()
      .list("cj")
      .filter((p) => !wanted || p.id === wanted);
    const offset = args.offset ?? 0;
    const resultList = all.slice(offset, offset + Math.min(args.limit ?? 100, 100)).map(contract);
    return { totalCount: all.length, count: resultList.length, resultList };
  };
  const root = { publisher: { contracts } };
  app.post("/cj/programs/query", { preHandler: checkCj, config: { target: "cj.programs" } }, (request, reply) =>
    answerGraphql(schema, root, request.body, reply),
  );
}
