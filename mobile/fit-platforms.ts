/** `node fit-platforms.ts android|ios`: fits what `cap add` has made, and may be run again. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hosts as all, brand } from "./app-brand.ts";
import { entitlements, fitAndroidManifest, fitAppDelegate, fitInfoPlist, fitXcodeProject } from "./fit.ts";

const links = { scheme: brand.app.scheme, hosts: all };
const fit = async (path: string, change: (text: string) => string) => {
  const file = join(import.meta.dirname, path);
  await writeFile(file, change(await readFile(file, "utf8")));
};

if (process.argv[2] === "android")
  await fit("android/app/src/main/AndroidManifest.xml", (text) => fitAndroidManifest(text, links));
else if (process.argv[2] === "ios") {
  await fit("ios/App/App/Info.plist", (text) => fitInfoPlist(text, links));
  await fit("ios/App/App/AppDelegate.swift", fitAppDelegate);
  await fit("ios/App/App.xcodeproj/project.pbxproj", fitXcodeProject);
  await writeFile(join(import.meta.dirname, "ios/App/App/App.entitlements"), entitlements(links));
} else throw new Error("Say which: android or ios.");
