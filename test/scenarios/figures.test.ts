/** What operators read of a small world in which everything can be counted by hand. */
import { expect, it } from "vitest";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld } from "../support/world.ts";

it("counts trials, members and those who leave, by day and by the month in which they came", async () => {
  const world = await createWorld({ at: "2027-01-20T18:00:00Z" });
  const story = createMembershipStory(world);
  const [ann, bea] = [await world.member("Ann"), await world.member("Bea")];
  const stays = await story.joined(ann.user_id);
  const leaves = await story.joined(bea.user_id);
  await world.advance({ days: 2 });
  await world.membership.cancel({ user_id: bea.user_id, membership_id: leaves });
  // Past the trials and the first month of the one who stays.
  await story.goTo("2027-02-20");
  const cy = await world.member("Cy");
  await story.joined(cy.user_id);
  await story.goTo("2027-04-02");
  expect(stays).not.toBe(leaves);

  const figure = (name: string) => {
    const found = world.operators.figures.find((one) => one.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const between = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
  const whole = between("2027-01-01", "2027-05-01");
  expect(await figure("trials begun").read(whole)).toBe(3n);
  expect(await figure("trials begun").read(between("2027-01-01", "2027-02-01"))).toBe(2n);
  // Ann and Cy: each once, however many months they have paid since.
  expect(await figure("trials converted").read(whole)).toBe(2n);
  expect(await figure("cancellations").read(whole)).toBe(1n);
  expect(await figure("cancellations").read(between("2027-01-22", "2027-01-23"))).toBe(1n);
  expect(await figure("paying members").read(whole)).toBe(2n);
  expect(await figure("trials running").read(whole)).toBe(0n);

  const cohorts = world.operators.tables.find(({ name }) => name === "cohorts");
  expect(await cohorts?.read(between("2027-01-01", "2027-04-02"))).toEqual([
    ["2027-02", 1, 1, "", "", "", ""],
    ["2027-01", 2, 1, 1, "", "", ""],
  ]);

  // A look counts sixty days of each figure.
  for (let look = 0; look < 2; look += 1) await world.health.countDays();
  const { courses } = await world.health.courses(({ permission }) => permission === "figures.see", 90);
  const course = (name: string) => courses.find((one) => one.name === name);
  expect(course("trials begun")?.days.filter(({ value }) => value > 0n)).toEqual([
    { day: "2027-01-20", value: 2n },
    { day: "2027-02-20", value: 1n },
  ]);
  expect(course("paying members")?.today).toBe(2n);
  await world.close();
});
