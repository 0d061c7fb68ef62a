// `npm start`: installs what is missing, then hands over to the project's own runtime.
import { spawn } from "node:child_process";
import { compiled, flags, install, root, runtime } from "./prepare.mjs";

install();
const child = spawn(runtime(), [...flags, "src/server/cli.ts", "start", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...compiled },
  // A group of its own: Ctrl-C in a terminal reaches us alone, and not the database under the product's feet.
  detached: process.platform !== "win32",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
