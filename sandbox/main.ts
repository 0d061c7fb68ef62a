import { PROVIDERS } from "./providers.ts";
import type { SandboxOptions } from "./sandbox.ts";
import { STARTED_PRODUCTS, startSandbox } from "./sandbox.ts";

/** Reads a port and stops with the setting's name when it is none. */
function port(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    console.error(`${name} must be a port number from 0 to 65535, not "${text}"`);
    process.exit(1);
  }
  return value;
}

const options: SandboxOptions = {
  port: port("SANDBOX_PORT", 3100),
  smtpPort: port("SANDBOX_SMTP_PORT", 3125),
  host: process.env.SANDBOX_HOST || "127.0.0.1",
  dataDir: process.env.SANDBOX_DATA_DIR || ".data/sandbox",
  productUrl: process.env.PRODUCT_URL || "http://localhost:3000",
};
options.hooks = Object.fromEntries(
  PROVIDERS.flatMap(({ name, hook }) => {
    const url = hook && process.env[hook.variable];
    return url ? [[name, url]] : [];
  }),
);

const control = process.env.SANDBOX_CONTROL || "loopback";
if (control !== "loopback" && control !== "anywhere") {
  console.error(`SANDBOX_CONTROL must be loopback or anywhere, not "${control}"`);
  process.exit(1);
}
options.control = control;

const limitFactor = Number(process.env.SANDBOX_LIMIT_FACTOR || "1");
if (!(limitFactor > 0)) {
  console.error(`SANDBOX_LIMIT_FACTOR must be a positive number, not "${process.env.SANDBOX_LIMIT_FACTOR}"`);
  process.exit(1);
}
options.limitFactor = limitFactor;

const products = Number(process.env.SANDBOX_PRODUCTS || STARTED_PRODUCTS);
if (!Number.isInteger(products) || products < 0 || products > 1_000_000) {
  console.error(`SANDBOX_PRODUCTS must be a number from 0 to 1000000, not "${process.env.SANDBOX_PRODUCTS}"`);
  process.exit(1);
}
options.products = products;

options.shopHosts = process.env.SANDBOX_SHOP_HOSTS === "on";

const sandbox = await startSandbox(options);
console.log(`sandbox ready on ${sandbox.url}`);

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  sandbox.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
// Who started us may be killed without a word: then our input ends, and nobody else would ever stop us.
if (process.env.SANDBOX_UNTIL_INPUT_ENDS === "on") {
  process.stdin.on("end", stop);
  process.stdin.on("error", stop);
  process.stdin.resume();
}
