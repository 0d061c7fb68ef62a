/** What a start is told: the settings, and with SANDBOX=off also what lies in the database, all problems at once. */
import { refuseProblems } from "#platform/config";
import { openDatabase } from "#platform/database";
import { mayChange } from "#platform/database-roles";
import type { SettingProblem } from "#platform/going-live";
import { createLog } from "#platform/log";
import { type Config, checkConfig } from "#settings";
import { findDemoMembers } from "./demo/members.ts";

export async function readConfigToStart(environment: Record<string, string | undefined>): Promise<Config> {
  const { config, problems } = checkConfig(environment);
  if (config.SANDBOX === "off" && config.DATABASE_URL)
    problems.push(...(await lookIntoDatabase(config.DATABASE_URL, config.DATABASE_OWNER_URL)));
  refuseProblems(problems);
  return config;
}

/** Before the first migration nobody has an account. */
function noTablesYet(error: { code?: string }): string[] {
  if (error.code === "42P01") return [];
  throw error;
}

async function lookIntoDatabase(url: string, ownerUrl: string | undefined): Promise<SettingProblem[]> {
  const database = openDatabase({ url, connections: 1, log: createLog({ level: "silent" }) });
  try {
    const problems: SettingProblem[] = [];
    if (!ownerUrl && (await mayChange(database.db, "ledger")))
      problems.push({
        name: "DATABASE_OWNER_URL",
        text: "must name another role as the owner of the tables; the role of DATABASE_URL could change the ledger",
      });
    const demo = await findDemoMembers(database).catch(noTablesYet);
    if (demo.length)
      problems.push({
        name: "DATABASE_URL",
        text: `holds the demo members ${demo.join(" and ")}, whose passwords are published; set a database that never was beside the sandbox`,
      });
    return problems;
  } catch {
    // A database that cannot be reached is told by the start itself, which waits for it longer.
    return [];
  } finally {
    await database.close();
  }
}
