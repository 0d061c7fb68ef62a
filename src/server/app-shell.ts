/**
 * What makes the site an app, by brand: its manifest and icons, the worker, the page without a connection, and the files by which
 * phones open our links in the app. The worker's and the page's program lie in `shell/`.
 */

import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import type { Language } from "#platform/http";
import { type Http, languageOf, type Reply, type Request } from "#platform/http";
import { sha256 } from "#platform/ids";
import type { Brand, Partners } from "../services.ts";
import { createAppIcons, ICONS, iconName } from "./app-icons.ts";
import { APP_PATHS } from "./app-paths.ts";
import { readAppPictures } from "./app-pictures.ts";
import { inlineScriptHashes } from "./page-parts.ts";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security.ts";

const SHELL = join(import.meta.dirname, "../../shell");
const THEMES: Record<Brand["theme"], { paper: string; cover: string }> = {
  theme1: { paper: "#FAF7F0", cover: "#0E4D3A" },
  theme2: { paper: "#F6F8F9", cover: "#163E64" },
  theme3: { paper: "#F8F6F1", cover: "#26241F" },
};
const coversOf = ({ theme, colors }: Brand) => ({ ...THEMES[theme], ...(colors && { cover: colors.primary }) });
const HOUR = "public, max-age=3600";

type Deps = {
  partners: Pick<Partners, "ofRequest">;
  /** False: who has the worker is rid of it with the next page. */
  worker: boolean;
};

/** As browsers read it, its types taken off. What it imports is written before it, so that one script holds all of the page's. */
const programOf = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(SHELL, name), "utf8"), { mode: "strip" })
    .replace(/^import [^;]*;/gm, "")
    .replace(/^export (?=async function|function|const|\s)/gm, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");

/** Those of `shell/` run alone: what they import is written before them. */
const importedBy = (name: string): string => {
  const imports = readFileSync(join(SHELL, name), "utf8").matchAll(/^import [^;]* from "([^"]+)";/gm);
  return Array.from(imports, ([, path = ""]) => programOf(path)).join("\n");
};

export function registerAppShell(app: Http, { partners, worker }: Deps) {
  const page = readFileSync(join(SHELL, "offline.html"), "utf8")
    .replace("/*kept*/", () => importedBy("offline.ts"))
    .replace("/*offline*/", () => programOf("offline.ts"));
  const program = `${importedBy("worker.ts")}\n${programOf("worker.ts")}`;
  // What the worker keeps is named by what it is made of, so that a change of either is a new version.
  const version = sha256(program + page)
    .toString("hex")
    .slice(0, 12);
  const served = worker ? program.replace("/*version*/", version) : programOf("leave.ts");
  const icons = createAppIcons(coversOf);
  const pictures = readAppPictures();
  const hidden = { schema: { hide: true } } as const;

  app.get("/sw.js", hidden, async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("service-worker-allowed", "/")
      // Alerts have pictures of ours, which a browser fetches by the worker's own policy.
      .header("content-security-policy", "default-src 'none'; connect-src 'self'; img-src 'self'")
      .type("text/javascript; charset=utf-8")
      .send(served),
  );

  app.get("/offline", hidden, async (request, reply) => {
    const brand = partners.ofRequest(request);
    const html = page.replaceAll("/*brand*/", brand.name.replace(/[<>&"]/g, ""));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    return reply
      .header("content-security-policy", contentSecurityPolicy({ hashes: inlineScriptHashes(html) }))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(html);
  });

  app.get("/manifest.webmanifest", hidden, async (request, reply) => {
    const brand = partners.ofRequest(request);
    const language = languageOf(request);
    const manifest = { ...manifestOf(brand, language), screenshots: pictures(brand.partner_name, language) };
    return reply
      .header("cache-control", "private, max-age=3600")
      .header("vary", "cookie, host")
      .type("application/manifest+json; charset=utf-8")
      .send(JSON.stringify(manifest));
  });

  const sendIcon = async (request: Request, reply: Reply, name: string) => {
    const icon = ICONS.find((one) => iconName(one) === name);
    if (!icon) return reply.callNotFound();
    const bytes = await icons.draw(partners.ofRequest(request), icon);
    return reply
      .header("cache-control", "private, max-age=86400")
      .header("vary", "cookie, host")
      .type("image/png")
      .send(bytes);
  };
  app.get(
    "/app-icons/:icon",
    { schema: { hide: true, params: z.object({ icon: z.string().max(40) }) } },
    async (request, reply) => sendIcon(request, reply, request.params.icon),
  );
  // iPhones look here when a page is put on their home screen: named by the page it would be fetched beside its first paint.
  app.get("/apple-touch-icon.png", hidden, async (request, reply) => sendIcon(request, reply, "any-180.png"));

  // As bytes: what Apple asks for is this type and nothing behind it.
  const json = (reply: Reply, body: unknown) =>
    reply
      .header("cache-control", HOUR)
      .header("content-type", "application/json")
      .send(Buffer.from(JSON.stringify(body)));
  app.get("/.well-known/apple-app-site-association", hidden, async (request, reply) =>
    json(reply, appleLinks(partners.ofRequest(request).app)),
  );
  app.get("/.well-known/assetlinks.json", hidden, async (request, reply) =>
    json(reply, androidLinks(partners.ofRequest(request).app)),
  );
}

const SHORTCUTS: readonly { url: string; name: Record<Language, string> }[] = [
  { url: "/account/purchase-history", name: { en: "Passbook", es: "Libreta" } },
  { url: "/account/rebates", name: { en: "Claim a rebate", es: "Pedir un reintegro" } },
  { url: "/coupons", name: { en: "Find a code", es: "Buscar un código" } },
  { url: "/account/notifications", name: { en: "Notifications", es: "Notificaciones" } },
];

function manifestOf(brand: Brand, language: Language) {
  const { paper, cover } = coversOf(brand);
  return {
    id: "/",
    name: brand.name,
    short_name: brand.name.slice(0, 12).trim(),
    description: brand.strap[language],
    lang: language,
    dir: "ltr",
    start_url: "/mobile/dashboard?from=app",
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: cover,
    categories: ["shopping", "finance"],
    launch_handler: { client_mode: "navigate-existing" },
    icons: ICONS.filter(({ purpose }) => purpose !== "badge").map((icon) => ({
      src: `/app-icons/${iconName(icon)}`,
      sizes: `${icon.size}x${icon.size}`,
      type: "image/png",
      purpose: icon.purpose,
    })),
    shortcuts: SHORTCUTS.map(({ url, name }) => ({
      name: name[language],
      url,
      icons: [{ src: "/app-icons/any-192.png", sizes: "192x192", type: "image/png" }],
    })),
    share_target: {
      action: "/account/rebates/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: { title: "title", text: "text", files: [{ name: "file", accept: ["image/*", "application/pdf"] }] },
    },
    prefer_related_applications: false,
  };
}

/** Links that open in the app of iPhones; signing out and what somebody must see on the web stay there. */
const appleLinks = ({ ios_app_ids }: Brand["app"]) => ({
  applinks: {
    details: ios_app_ids.map((id) => ({
      appIDs: [id],
      components: [
        { "#": "nolink", exclude: true },
        { "/": "/logout", exclude: true },
        { "/": "/spl/*", exclude: true },
        ...APP_PATHS.map((path) => ({ "/": `${path}*` })),
      ],
    })),
  },
  webcredentials: { apps: ios_app_ids },
});

const androidLinks = ({ android_package, android_fingerprints }: Brand["app"]) =>
  android_fingerprints.length === 0
    ? []
    : [
        {
          relation: ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
          target: {
            namespace: "android_app",
            package_name: android_package,
            sha256_cert_fingerprints: android_fingerprints,
          },
        },
      ];
