/** What Capacitor's templates lack: our links, the reason for asking a face, alerts, and no copies of an account in backups. Pure. */
import { APP_PATHS } from "../src/server/app-paths.ts";

type Links = { scheme: string; hosts: readonly string[] };

/** Puts `added` before the one place that is named, once; a template that no longer has it stops the build. */
function before(text: string, place: string, added: string): string {
  if (text.includes(added.trim())) return text;
  if (!text.includes(place)) throw new Error(`Capacitor's template has no ${JSON.stringify(place)} any more.`);
  return text.replace(place, () => added + place);
}

export function fitAndroidManifest(manifest: string, { scheme, hosts }: Links): string {
  const view = `                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
`;
  const filters = `            <intent-filter>
${view}                <data android:scheme="${scheme}" />
            </intent-filter>

            <intent-filter android:autoVerify="true">
${view}                <data android:scheme="https" />
${hosts.map((host) => `                <data android:host="${host}" />\n`).join("")}${APP_PATHS.map((path) => `                <data android:pathPrefix="${path}" />\n`).join("")}            </intent-filter>

`;
  const linked = before(manifest, "        </activity>", filters);
  const permitted = before(
    linked,
    "</manifest>",
    `    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />\n`,
  );
  return permitted.replace('android:allowBackup="true"', 'android:allowBackup="false"');
}

export function fitInfoPlist(plist: string, { scheme }: Links): string {
  const added = `	<key>CFBundleURLTypes</key>
	<array>
		<dict>
			<key>CFBundleURLSchemes</key>
			<array>
				<string>${scheme}</string>
			</array>
		</dict>
	</array>
	<key>CFBundleLocalizations</key>
	<array>
		<string>en</string>
		<string>es</string>
	</array>
	<key>NSFaceIDUsageDescription</key>
	<string>Your face unlocks your passbook. / Tu cara desbloquea tu libreta.</string>
	<key>NSCameraUsageDescription</key>
	<string>To photograph a receipt. / Para fotografiar un recibo.</string>
`;
  const end = plist.lastIndexOf("</dict>");
  if (plist.includes(added.trim())) return plist;
  if (end < 0) throw new Error("Capacitor's template has no dictionary any more.");
  return plist.slice(0, end) + added + plist.slice(end);
}

/** The phone's address for alerts comes to the application's delegate, which hands it to the plugin. */
export function fitAppDelegate(swift: string): string {
  const added = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`;
  if (swift.includes(added.trim())) return swift;
  const end = swift.lastIndexOf("}");
  if (end < 0) throw new Error("Capacitor's template has no class any more.");
  return swift.slice(0, end) + added + swift.slice(end);
}

export const entitlements = ({ hosts }: Links): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>aps-environment</key>
	<string>production</string>
	<key>com.apple.developer.associated-domains</key>
	<array>
${hosts.flatMap((host) => [`applinks:${host}`, `webcredentials:${host}`].map((domain) => `\t\t<string>${domain}</string>\n`)).join("")}	</array>
</dict>
</plist>
`;

/** Beside each place where the project says how the app is signed. */
export function fitXcodeProject(project: string): string {
  if (project.includes("CODE_SIGN_ENTITLEMENTS")) return project;
  const place = "CODE_SIGN_STYLE = Automatic;";
  if (!project.includes(place)) throw new Error(`Capacitor's template has no ${place} any more.`);
  return project.replaceAll(place, `CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\t${place}`);
}
