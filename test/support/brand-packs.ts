/** Brands in data for stories: drafts begun, changed and published as the console does it. */
import { expect } from "vitest";
import { createOperators } from "./operator-acts.ts";
import type { World } from "./world.ts";

export function createBrandStory(world: World) {
  const desk = createOperators(world);
  /** What a group of fields says now, as its form shows it. */
  async function typedOf(pack: string, group: string): Promise<Record<string, string>> {
    const asks = desk.actOf("pack", group).asks ?? [];
    return Object.fromEntries(await Promise.all(asks.map(async (ask) => [ask.name, (await ask.begin?.(pack)) ?? ""])));
  }
  return {
    desk,
    typedOf,
    /** The public id of a new draft of a partner; `new` for one that there is not. */
    async begin(partner: string, isNew = false): Promise<string> {
      const outcome = await desk.act("partner", isNew ? "new" : partner, "begin a draft", { values: { partner } });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      return /pck_\w+/.exec(outcome.value)?.[0] ?? "";
    },
    /** A group of fields with some of them typed anew, as somebody sends the form. */
    async change(pack: string, group: string, typed: Record<string, string>) {
      return desk.act("pack", pack, group, { values: { ...(await typedOf(pack, group)), ...typed } });
    },
    /** What the form would say before it is sent. */
    async check(pack: string, group: string, typed: Record<string, string>): Promise<string | null> {
      const values = { ...(await typedOf(pack, group)), ...typed };
      return (await desk.actOf("pack", group).check?.(pack, desk.toldOf({ values }))) ?? null;
    },
    async publish(pack: string, from?: string) {
      const seen = (await typedOf(pack, "publish")).seen ?? "";
      return desk.act("pack", pack, "publish", { values: { seen, ...(from && { from }) } });
    },
    /** Begun, changed and published at once. */
    async say(partner: string, groups: Record<string, Record<string, string>>, isNew = false): Promise<string> {
      const pack = await this.begin(partner, isNew);
      for (const [group, typed] of Object.entries(groups))
        expect(await this.change(pack, group, typed), group).toMatchObject({ ok: true });
      expect(await this.publish(pack)).toMatchObject({ ok: true });
      return pack;
    },
  };
}
