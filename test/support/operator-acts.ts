/** What an operator does, as the console does it: objects and their acts by name. */
import type { OperatorAct, Told } from "#platform/operator";
import { userId } from "../../src/platform/ids.ts";
import type { World } from "./world.ts";

export function createOperators(world: World) {
  const object = (kind: string) => {
    const found = world.operators.objects.find((one) => one.kind === kind);
    if (!found) throw new Error(`there is no object ${kind}`);
    return found;
  };
  const actOf = (kind: string, name: string): OperatorAct => {
    const found = object(kind).acts?.find((one) => one.name === name);
    if (!found) throw new Error(`nobody can ${name} a ${kind}`);
    return found;
  };
  const toldOf = (told: Partial<Told>): Told => ({ by: "opr_ann", reason: "because", values: {}, ...told });
  return {
    actOf,
    toldOf,
    act: (kind: string, id: string, name: string, told: Partial<Told> = {}) => actOf(kind, name).run(id, toldOf(told)),
    async show(kind: string, id: string) {
      const page = await object(kind).show(id);
      if (!page) throw new Error(`there is no ${kind} ${id}`);
      return page;
    },
    search: async (text: string) =>
      (await Promise.all(world.operators.objects.map((one) => one.search?.(text, 10) ?? []))).flat(),
    section(name: string, id: string) {
      const found = world.operators.members.find((one) => one.name === name);
      if (!found) throw new Error(`no module shows ${name}`);
      return found.list(userId.show(id), 50);
    },
  };
}
