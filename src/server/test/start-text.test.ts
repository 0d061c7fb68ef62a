import { expect, it } from "vitest";
import { readConfig } from "#settings";
import { startText } from "../commands/start-text.ts";

const NODE_ENV = "production";
const started = { url: "http://localhost:3000", demo: true, consoleLink: null, seconds: 2.5 };

it("says where everything is that this process serves", () => {
  const text = startText(readConfig({ NODE_ENV, PUBLIC_URL: "http://shop.localhost:3000" }), started);
  for (const address of ["http://shop.localhost:3000/api/docs", "/readyz", "/mailbox", "Demo sign-ins", "/console"])
    expect(text).toContain(address);
});

it("names no address that a worker does not serve", () => {
  const config = readConfig({ NODE_ENV, ROLE: "worker", PUBLIC_URL: "http://shop.localhost:3000" });
  const text = startText(config, { ...started, url: "" });
  expect(text).toContain("A worker is up after 2.5 s");
  expect(text).not.toMatch(/shop\.localhost|readyz|metrics|api\/docs|Demo sign-ins|console/);
  expect(text, "the outside world beside it").toContain("/mailbox");
});
