/** The product as it is served: real build, real database, no worker beside it. */
import { createLog } from "#platform/log";
import { serve } from "../src/server/serve.ts";
import { configFor } from "./ground.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const served = await serve({
  config: configFor({
    PORT: "0",
    HOST: "127.0.0.1",
    ROLE: "web",
    PUBLIC_URL: "http://127.0.0.1",
    DATABASE_URL: databaseUrl,
  }),
  databaseUrl,
  log: createLog({ level: "error" }),
});
process.send?.({ port: Number(new URL(served.url).port) });
