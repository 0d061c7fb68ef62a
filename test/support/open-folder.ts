/** Folders for a while that the database's own user may enter, also when root runs the tests. */
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function makeOpenFolder(prefix: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), prefix));
  await chmod(made, 0o711);
  return made;
}
