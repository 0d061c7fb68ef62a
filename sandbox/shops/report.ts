import type { FastifyReply, FastifyRequest } from "fastify";
import type { Programme } from "../catalogue/programmes.ts";
import { networkOf } from "../networks/network.ts";
import type { Sale, World } from "../world.ts";

/** The merchant's side of tracking: the click id waits in a cookie and goes to the network with the order. */
const cookieName = (programme: Programme) =>
  `sandbox_click_${programme.merchant.internal_name.replaceAll(/[^\w-]/g, "_")}`;

/** Keeps the click id that a tracking link brought along; the last click wins. */
export function keepClick(
  world: World,
  programme: Programme,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const query = request.query as Record<string, string | undefined>;
  const id = query[networkOf(world, programme.network).network.click.parameter];
  if (id === undefined || id === "" || id.length > 200) return;
  reply.setCookie(cookieName(programme), id, { path, maxAge: 30 * 86_400, httpOnly: true, sameSite: "lax" });
  request.cookies[cookieName(programme)] = id;
}

export function keptClick(programme: Programme, request: FastifyRequest): string | null {
  return request.cookies[cookieName(programme)] ?? null;
}

/** Reports the sale over HTTP as a merchant's server would. Returns the network's own id, or null when nobody is credited. */
export async function reportSale(
  world: World,
  programme: Programme,
  clickId: string | null,
  sale: Sale,
): Promise<string | null> {
  if (clickId === null) return null;
  const { path, fields } = networkOf(world, programme.network).network.report(programme, clickId, sale);
  try {
    const reply = await fetch(`${world.origin()}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(5000),
    });
    if (!reply.ok) return null;
    const body = (await reply.json()) as Record<string, unknown>;
    const id = body.ActionId ?? body.actionId ?? body.transactionId;
    return typeof id === "string" ? id : null;
  } catch {
    // A shop sells even when the network does not answer; the sale is then simply not tracked.
    return null;
  }
}
