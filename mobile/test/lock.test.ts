/** The lock is asked for where somebody is signed in, and a page is covered while the app is away. */
import { expect, it } from "vitest";
import { AWAY_MS, keepSignedIn, unlock, watchAway } from "../src/lock.ts";
import { fakePhone } from "./fake-phone.ts";

it("asks nobody who is not signed in, and no phone without a lock", async () => {
  const one = fakePhone({ lock: "refuses" });
  expect(await unlock(one.phone, "en")).toBe(true);
  const open = fakePhone({ lock: "none" });
  await keepSignedIn(open.phone, true);
  expect(await unlock(open.phone, "en")).toBe(true);
  expect([one.asked(), open.asked()]).toEqual([0, 0]);
});

it("stays shut when the phone says no, and open again after signing out", async () => {
  const { phone, asked } = fakePhone({ lock: "refuses" });
  await keepSignedIn(phone, true);
  expect(await unlock(phone, "es")).toBe(false);
  await keepSignedIn(phone, false);
  expect(await unlock(phone, "es")).toBe(true);
  expect(asked()).toBe(1);
});

const away = async (lock: "opens" | "refuses", minutes: number) => {
  const { phone, tell, asked } = fakePhone({ lock });
  await keepSignedIn(phone, true);
  const page = { covered: false, now: 0 };
  const { again } = watchAway(phone, {
    cover: () => {
      page.covered = true;
    },
    uncover: () => {
      page.covered = false;
    },
    now: () => page.now,
    language: "en",
  });
  tell("appStateChange", { isActive: false });
  const whileAway = page.covered;
  page.now += minutes * 60_000;
  tell("appStateChange", { isActive: true });
  await new Promise((settle) => setTimeout(settle));
  return { whileAway, page, asked, again };
};

it("covers the page while it is away, and asks nothing after a short while", async () => {
  const { whileAway, page, asked } = await away("opens", 1);
  expect([whileAway, page.covered, asked()]).toEqual([true, false, 0]);
});

it("asks after a long while, and stays covered until it is unlocked", async () => {
  const minutes = AWAY_MS / 60_000;
  const opened = await away("opens", minutes);
  expect([opened.page.covered, opened.asked()]).toEqual([false, 1]);
  const shut = await away("refuses", minutes);
  expect([shut.page.covered, shut.asked()]).toEqual([true, 1]);
  await shut.again();
  expect([shut.page.covered, shut.asked()]).toEqual([true, 2]);
});
