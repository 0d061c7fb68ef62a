/**
 * `npm run extension`: the packages of the browser extension for Chrome, Firefox and Edge, the sources that Firefox asks
 * for, and the part for Safari that Xcode wraps.
 */
import { spawn } from "node:child_process";
import { createBundleSigner } from "#extension";
import { readConfig } from "#settings";

const BROWSERS = ["chrome", "firefox", "edge", "safari"] as const;

/** `EXTENSION_PUBLIC_KEY` stands in for the key itself on a machine that must not have it: `public_key` of the site's manifest. */
export async function run(): Promise<void> {
  const config = readConfig();
  const site = process.env.EXTENSION_SITE ?? config.PUBLIC_URL;
  const key = process.env.EXTENSION_PUBLIC_KEY ?? createBundleSigner(config.EXTENSION_SIGNING_KEY).public_key;
  for (const browser of BROWSERS) {
    const code = await zip(browser, { WXT_SITE: site, WXT_PUBLIC_KEY: key });
    if (code !== 0) throw new Error(`The package for ${browser} could not be made.`);
  }
  console.log(`Packages for ${site} lie in extension/.output; what they take is signed for ${key}.`);
}

const zip = (browser: string, more: Record<string, string>): Promise<number> =>
  new Promise((settle) => {
    const child = spawn(
      process.execPath,
      ["node_modules/wxt/bin/wxt.mjs", "zip", "extension", "-b", browser, "--mv3"],
      {
        stdio: "inherit",
        env: { ...process.env, NODE_ENV: "production", ...more },
      },
    );
    child.on("exit", (code) => settle(code ?? 1));
  });
