/** Two accounts that become one have one history of what was allowed and done, and one copy of it. A "no" of either holds. */
import { expect, it } from "vitest";
import type { Choices } from "../../src/modules/attribution/choices.ts";
import { WORDINGS } from "../../src/modules/attribution/words.ts";
import { createWorld } from "../support/world.ts";

const VISIT = { user_agent: "", address: "" };
const YES: Choices = { attribution: true, statistics: true, marketing: true };

it("a no that was said in either account is the one account's, and its copy holds what both did", async () => {
  const world = await createWorld();
  const header = () => null;
  type Person = Awaited<ReturnType<typeof world.member>>;
  const say = async (person: Person, choices: Choices) => {
    await world.advance({ minutes: 1 });
    const said = {
      header,
      person,
      choices,
      version: WORDINGS.en.version,
      source: "settings" as const,
      time_zone: null,
    };
    expect(await world.attribution.choosePrivacy(said)).toMatchObject({ ok: true });
  };
  const choicesOf = async (person: Person) =>
    (await world.attribution.showPrivacy({ header, person, language: "en", time_zone: null })).shown.choices;

  // Said in the account that goes, before the yes of the one that stays.
  const [old, kept] = [await world.member("Old"), await world.member("Kept")];
  await say(old, { ...YES, marketing: false });
  await say(kept, { ...YES, statistics: false });
  await say(kept, { ...YES, attribution: false });
  expect(await world.identity.merge({ from: old.user_id, to: kept.user_id })).toMatchObject({ ok: true });
  expect(await choicesOf(kept)).toEqual({ attribution: false, statistics: true, marketing: false });
  // A yes that is said afterwards holds: it was said for both.
  await say(kept, YES);
  expect(await choicesOf(kept)).toEqual(YES);
  await world.identity.sweepMerged({ from: old.user_id, to: kept.user_id, round: 1 });
  expect(await choicesOf(kept)).toEqual(YES);

  // Said in the account that stays, before the yes of the one that comes.
  const [late, own] = [await world.member("Late"), await world.member("Own")];
  await say(own, { ...YES, marketing: false });
  await say(late, YES);
  expect(await world.identity.merge({ from: late.user_id, to: own.user_id })).toMatchObject({ ok: true });
  expect(await choicesOf(own)).toEqual({ ...YES, marketing: false });

  const { member } = await world.identity.open(kept.user_id, VISIT);
  const copy = await world.identity.exportData(member, { password: kept.password, ...VISIT });
  if (!copy.ok) throw new Error(copy.code);
  const { attribution, former_accounts, safety_events } = copy.value as {
    attribution: { consents: unknown[]; events: { action: string }[] };
    former_accounts: { name: string }[];
    safety_events: { kind: string }[];
  };
  expect(attribution.consents).toHaveLength(4 * 3 + 3 + 1 - 3);
  expect(former_accounts).toMatchObject([{ name: "Old" }]);
  expect(safety_events.filter(({ kind }) => kind === "registered")).toHaveLength(2);
  await world.close();
});
