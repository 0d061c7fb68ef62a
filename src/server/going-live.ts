/** What a start is told: the settings, and with SANDBOX=off also what lies in the database, all problems at once. */
import { accessSync, constants } from "node:fs";
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
  problems.push(...findMissingFiles(config));
  refuseProblems(problems);
  return config;
}

/** Those that the start reads as a whole: it would end in the middle, with a trace instead of the setting's name. */
function findMissingFiles(config: Config): SettingProblem[] {
  return (["PIXELS_FILE", "FORWARD_SMTP_PEM"] as const).flatMap((name) => {
    const path = config[name];
    try {
      if (path) accessSync(path, constants.R_OK);
      return [];
    } catch {
      return [{ name, text: `${path} cannot be read; set a file that is there, or nothing` }];
    }
  });
}

/** Before the first migration nobody has an account. */
function noTablesYet(error: { code?: string }): string[] {
  if (error.code === "42P01") return [];
  throw error;
}

/** Names one database of one server, whichever way leads there: through a pooler its address is another one. */
async function whichDatabase(url: string): Promise<string> {
  const database = openDatabase({ url, connections: 1, log: createLog({ level: "silent" }) });
  try {
    const { rows } = await database.pool.query<{ which: string }>(
      `select oid || ' ' || pg_postmaster_start_time() as which from pg_database where datname = current_database()`,
    );
    return rows[0]?.which ?? "";
  } finally {
    await database.close();
  }
}

async function lookIntoDatabase(url: string, ownerUrl: string | undefined): Promise<SettingProblem[]> {
  const database = openDatabase({ url, connections: 1, log: createLog({ level: "silent" }) });
  try {
    const problems: SettingProblem[] = [];
    const own = ownerUrl ? await whichDatabase(ownerUrl) : null;
    if (own && own !== (await whichDatabase(url)))
      problems.push({
        name: "DATABASE_OWNER_URL",
        text: "leads to another database than DATABASE_URL; set the same one, as the role that owns its tables",
      });
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
