import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export type FaultMode = "timeout" | "500" | "429" | "malformed" | "reset" | "lost-reply" | "off";
export const FAULT_MODES: readonly FaultMode[] = ["timeout", "500", "429", "malformed", "reset", "lost-reply", "off"];

/** How a named part of the world is to misbehave, and how often. */
export interface Faults {
  set(target: string, mode: FaultMode, times: number | null): void;
  /** Counts one use down and says what to do; a target `impact` also covers `impact.actions`. */
  take(target: string): FaultMode | null;
  setRateLimit(target: string, perMinute: number | null): void;
  /** Seconds to wait when the caller is over the limit, else null. */
  overLimit(target: string, caller: string): number | null;
  list(): { target: string; mode: FaultMode; times: number | null }[];
  limits(): { target: string; per_minute: number }[];
  clear(): void;
}

export function createFaults(): Faults {
  const faults = new Map<string, { mode: FaultMode; times: number | null }>();
  const limits = new Map<string, number>();
  const uses = new Map<string, number[]>();
  const covering = <T>(map: Map<string, T>, target: string): [string, T] | null => {
    let name = target;
    for (;;) {
      const found = map.get(name);
      if (found !== undefined) return [name, found];
      const dot = name.lastIndexOf(".");
      if (dot < 0) return null;
      name = name.slice(0, dot);
    }
  };
  return {
    set(target, mode, times) {
      if (mode === "off") faults.delete(target);
      else faults.set(target, { mode, times });
    },
    take(target) {
      const found = covering(faults, target);
      if (!found) return null;
      const [name, fault] = found;
      if (fault.times !== null) {
        fault.times -= 1;
        if (fault.times <= 0) faults.delete(name);
      }
      return fault.mode;
    },
    setRateLimit(target, perMinute) {
      if (perMinute === null) limits.delete(target);
      else limits.set(target, perMinute);
    },
    overLimit(target, caller) {
      const found = covering(limits, target);
      if (!found) return null;
      const [name, perMinute] = found;
      const key = `${name}:${caller}`;
      const now = Date.now();
      const recent = (uses.get(key) ?? []).filter((at) => now - at < 60_000);
      const first = recent[0];
      if (recent.length >= perMinute && first !== undefined) return Math.ceil((60_000 - (now - first)) / 1000);
      recent.push(now);
      uses.set(key, recent);
      return null;
    },
    list: () => [...faults].map(([target, fault]) => ({ target, ...fault })),
    limits: () => [...limits].map(([target, per_minute]) => ({ target, per_minute })),
    clear() {
      faults.clear();
      limits.clear();
      uses.clear();
    },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Name under which the control API can make this route fail. */
    target?: string;
  }
}

function limited(target: string, seconds: number, reply: FastifyReply): FastifyReply {
  if (target.startsWith("impact")) {
    reply
      .header("X-RateLimit-Limit", "1000")
      .header("X-RateLimit-Remaining", "0")
      .header("X-RateLimit-Reset", `${seconds}`);
    return reply.code(429).send({ Status: "ERROR", Message: "Rate limit exceeded", Errors: [] });
  }
  if (target.startsWith("stripe"))
    return reply
      .code(429)
      .send({ error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." } });
  return reply.code(429).send({ error: "Too Many Requests", message: "Rate limit exceeded" });
}

function misbehave(
  mode: FaultMode,
  target: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (mode === "500" && target.startsWith("stripe"))
    return reply.code(500).send({ error: { type: "api_error", message: "The sandbox was told to fail." } });
  if (mode === "500")
    return reply.code(500).send({ error: "Internal Server Error", message: "The sandbox was told to fail." });
  if (mode === "429") return limited(target, 30, reply);
  if (mode === "malformed") return reply.code(200).type("application/json").send('{"records":[{"half":');
  if (mode === "lost-reply") {
    // The work is done and only the answer is lost: the caller cannot know whether it happened.
    reply.raw.end = ((): typeof reply.raw => {
      request.raw.socket.destroy();
      return reply.raw;
    }) as typeof reply.raw.end;
    reply.raw.write = () => false;
    return undefined;
  }
  reply.hijack();
  if (mode === "reset") request.raw.socket.destroy();
  return reply;
}

export function installFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook("onRequest", (request, reply, done) => {
    const target = request.routeOptions.config.target;
    if (target === undefined) return done();
    const wait = faults.overLimit(target, request.headers.authorization ?? request.ip);
    if (wait !== null) {
      limited(target, wait, reply);
      return;
    }
    const mode = faults.take(target);
    if (mode === null || misbehave(mode, target, request, reply) === undefined) return done();
  });
}
