// Runs a script of the project with its own Node 24: node bin/run.mjs <script> [arguments]
import { spawn } from "node:child_process";
import { compiled, flags, install, root, runtime } from "./prepare.mjs";

install();
const child = spawn(runtime(), [...flags, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...compiled },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
