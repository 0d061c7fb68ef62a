/** A browser's way to a provider and back, without a browser: cookies are kept, redirects followed, Apple's form posted. */
import type { World } from "./world.ts";

type Steps = { world: Pick<World, "sandbox" | "productUrl">; url: string };

/** From the address that a start gave to the product's callback: its query, whether it came by address or by form. */
export async function walkToCallback({
  world,
  url,
}: Steps): Promise<{ params: Record<string, string>; posted: boolean }> {
  const jar = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    const next = reply.headers.get("location");
    if (next) {
      const target = new URL(next, at);
      if (target.origin === world.productUrl) return { params: Object.fromEntries(target.searchParams), posted: false };
      at = target.href;
      continue;
    }
    const html = await reply.text();
    const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")] as const,
    );
    if (fields.length > 0) return { params: Object.fromEntries(fields), posted: true };
    throw new Error(`the provider stopped at ${at}: ${reply.status} ${html.slice(0, 300)}`);
  }
  throw new Error("the provider sent round in circles");
}
