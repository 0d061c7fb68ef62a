/** What Capacitor makes is fitted once, and a template that has changed is told of. */
import { expect, it } from "vitest";
import { entitlements, fitAndroidManifest, fitAppDelegate, fitInfoPlist, fitXcodeProject } from "../fit.ts";

const links = { scheme: "tuppence", hosts: ["tuppence.example", "www.tuppence.example"] };
const MANIFEST = `<manifest>
    <application android:allowBackup="true">
        <activity>
        </activity>
    </application>
</manifest>`;

it("opens the app on Android by its scheme, and by verified links of our own hosts and paths", () => {
  const fitted = fitAndroidManifest(MANIFEST, links);
  expect(fitted).toContain('<data android:scheme="tuppence" />');
  expect(fitted.match(/autoVerify="true"/g)).toHaveLength(1);
  for (const part of ['host="tuppence.example"', 'host="www.tuppence.example"', 'pathPrefix="/mobile/"', "POST_NOTIF"])
    expect(fitted).toContain(part);
  expect(fitted, "no account in backups").toContain('allowBackup="false"');
  expect(fitted, "signing out stays in the browser").not.toContain("logout");
  expect(fitAndroidManifest(fitted, links)).toBe(fitted);
  expect(() => fitAndroidManifest("<manifest></manifest>", links)).toThrow(/template/);
});

it("opens the app on iPhones, says why it asks for a face, and hands on the address for alerts", () => {
  const plist = fitInfoPlist("<plist><dict>\n</dict>\n</plist>", links);
  for (const part of ["<string>tuppence</string>", "NSFaceIDUsageDescription", "<string>es</string>"])
    expect(plist).toContain(part);
  expect(fitInfoPlist(plist, links)).toBe(plist);
  const delegate = fitAppDelegate("class AppDelegate {\n}\n");
  expect(delegate).toContain("didRegisterForRemoteNotificationsWithDeviceToken");
  expect(fitAppDelegate(delegate)).toBe(delegate);
  expect(entitlements(links)).toContain("applinks:www.tuppence.example");
  const project = fitXcodeProject("CODE_SIGN_STYLE = Automatic;\nCODE_SIGN_STYLE = Automatic;");
  expect(project.match(/CODE_SIGN_ENTITLEMENTS/g)).toHaveLength(2);
  expect(fitXcodeProject(project)).toBe(project);
});
