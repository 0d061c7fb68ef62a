/** A process that starts the sandbox as `npm start` does, says what the sandbox said, and is killed by the test. */
import { startSandbox } from "../commands/start-sandbox.ts";

const [folder = ""] = process.argv.slice(2);
const { child } = startSandbox({
  SANDBOX_PORT: 0,
  SANDBOX_SMTP_PORT: 0,
  DATA_DIR: folder,
  PUBLIC_URL: "http://127.0.0.1:9",
  PROVIDER_BUDGET_FACTOR: 1,
});
child.stdout?.pipe(process.stdout);
setInterval(() => {}, 1_000_000);
