/** `npm run check`: types, lint and house rules, in seconds. */
import { spawn } from "node:child_process";

const CHECKS: [string, string[]][] = [
  ["types", ["node_modules/typescript/bin/tsc", "--noEmit"]],
  // A worker has other things around it than a page.
  ["types of the worker", ["node_modules/typescript/bin/tsc", "-p", "shell"]],
  ["lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]],
  ["packages and files in use", ["node_modules/knip/bin/knip.js", "--no-progress"]],
  ["house rules", ["node_modules/vitest/vitest.mjs", "run", "--project", "tidy"]],
];

export async function run() {
  await execute("route types", ["node_modules/@react-router/dev/dist/cli/index.js", "typegen"]);
  const codes = await Promise.all(CHECKS.map(([name, args]) => execute(name, args)));
  if (codes.some((code) => code !== 0)) process.exit(1);
}

function execute(name: string, args: string[]): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    child.on("exit", (code) => {
      console.log(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
      settle(code ?? 1);
    });
  });
}
