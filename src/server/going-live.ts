/** What a start is told: the settings, and with SANDBOX=off also what lies in the database, all problems at once. */
import { type Config, checkConfig, refuseProblems } from "#platform/config";
import { openDatabase } from "#platform/database";
import type { SettingProblem } from "#platform/going-live";
import { createLog } from "#platform/log";
import { findDemoMembers } from "./commands/demo-members.ts";

export async function readConfigToStart(environment: Record<string, string | undefined>): Promise<Config> {
  const { config, problems } = checkConfig(environment);
  if (config.SANDBOX === "off" && config.DATABASE_URL) problems.push(...(await lookIntoDatabase(config.DATABASE_URL)));
  refuseProblems(problems);
  return config;
}

async function lookIntoDatabase(url: string): Promise<SettingProblem[]> {
  const database = openDatabase({ url, connections: 1, log: createLog({ level: "silent" }) });
  try {
    const demo = await findDemoMembers(database);
    if (demo.length === 0) return [];
    return [
      {
        name: "DATABASE_URL",
        text: `holds the demo members ${demo.join(" and ")}, whose passwords are published; set a database that never was beside the sandbox`,
      },
    ];
  } catch {
    // A database that cannot be reached is told by the start itself, which waits for it longer.
    return [];
  } finally {
    await database.close();
  }
}
