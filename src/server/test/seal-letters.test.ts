/** The nightly job verifies, seals and tells who runs the shop. */
import { readdir, rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { defineJob } from "#platform/job";
import { addJobs } from "#platform/jobs";
import { createWorld } from "../../../test/support/world.ts";

it("verifies, seals and tells the owners each seal by mail; what does not verify is not sealed", async () => {
  const world = await createWorld({ environment: { LEDGER_SEALS_MAIL: "owner@example.com" } });
  const folder = `${world.config.DATA_DIR}/seals`;
  const verify = async () => {
    await world.base.handle.transaction((tx) => addJobs(tx, [defineJob("ledger.verify", {}).with({})]));
    await world.work();
  };
  await verify();
  expect(await readdir(folder)).toEqual(["ledger-000000001.seal"]);
  await expect.poll(() => world.mails("owner@example.com")).toEqual(["Ledger seal 1"]);
  await rm(`${folder}/ledger-000000001.seal`);
  await verify();
  expect(await readdir(folder)).toEqual([]);
  expect(world.errors().map((line) => line.msg)).toEqual(["the ledger does not verify"]);
  await world.ledger.seal({ anew: true });
  await verify();
  expect(await readdir(folder)).toEqual(["ledger-000000002.seal", "ledger-000000003.seal"]);
  await expect.poll(() => world.mails("owner@example.com")).toEqual(["Ledger seal 1", "Ledger seal 3"]);
  // A world ends with no error in its log; this one has the one that was asked for.
  await expect(world.close()).rejects.toThrow("level: 50");
  await rm(world.config.DATA_DIR, { recursive: true, force: true });
});
