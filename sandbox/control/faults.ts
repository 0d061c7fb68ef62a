import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export const FAULT_MODES = [
  "timeout",
  "500",
  "429",
  "in-progress",
  "malformed",
  "reset",
  "lost-reply",
  "cut-reply",
  "off",
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** How a named part of the world is to misbehave, and how often. */
export interface Faults {
  set(target: string, mode: FaultMode, times: number | null): void;
  /** Counts one use down and says what to do; a target `impact` also covers `impact.actions`. */
  take(target: string): FaultMode | null;
  setRateLimit(target: string, perMinute: number | null): void;
  /** Counts one call. What the provider's published limit, or one that was set, leaves of it; null without a limit. */
  count(target: string, caller: string): Count | null;
  list(): { target: string; mode: FaultMode; times: number | null }[];
  limits(): { target: string; per_minute: number }[];
  clear(): void;
}

/** `wait_seconds` is above 0 for a call that is over the limit. */
export interface Count {
  limit: number;
  left: number;
  wait_seconds: number;
}

/** What a provider publishes, for all calls that share one limit. */
export interface Limit {
  name: string;
  targets: RegExp;
  calls: number;
  seconds: number;
}

/** `limitFactor` multiplies every published limit. */
export function createFaults(limitFactor: number, published: readonly Limit[]): Faults {
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
    count(target, caller) {
      const set = covering(limits, target);
      const usual = published.find(({ targets }) => targets.test(target));
      const [name, limit, seconds] = set
        ? [set[0], set[1], 60]
        : [usual?.name, (usual?.calls ?? 0) * limitFactor, usual?.seconds ?? 60];
      if (name === undefined) return null;
      const key = `${name}:${caller}`;
      const now = Date.now();
      const window = seconds * 1000;
      const recent = uses.get(key) ?? [];
      while (recent[0] !== undefined && now - recent[0] >= window) recent.shift();
      uses.set(key, recent);
      const first = recent[0];
      if (recent.length >= limit && first !== undefined)
        return { limit, left: 0, wait_seconds: Math.max(1, Math.ceil((window - (now - first)) / 1000)) };
      recent.push(now);
      return { limit, left: Math.floor(limit - recent.length), wait_seconds: 0 };
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
  interface FastifyRequest {
    cutReply?: boolean;
  }
  interface FastifyContextConfig {
    /** Name under which the control API can make this route fail. */
    target?: string;
  }
}

/** The words of a provider, as far as it has some of its own. */
export interface Voice {
  refusals?: Readonly<Partial<Record<429 | 500, object>>>;
  tellLimit?(reply: FastifyReply, count: Count): void;
}

function limited(voice: Voice, seconds: number, reply: FastifyReply): FastifyReply {
  voice.tellLimit?.(reply, { limit: 1000, left: 0, wait_seconds: seconds });
  return reply.code(429).send(voice.refusals?.[429] ?? { error: "Too Many Requests", message: "Rate limit exceeded" });
}

function misbehave(
  mode: FaultMode,
  voice: Voice,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (mode === "500")
    return reply
      .code(500)
      .send(voice.refusals?.[500] ?? { error: "Internal Server Error", message: "The sandbox was told to fail." });
  if (mode === "429") return limited(voice, 30, reply);
  if (mode === "malformed") return reply.code(200).type("application/json").send('{"records":[{"half":');
  // What a payment service says to a repeat while the first request is still being worked on.
  if (mode === "in-progress")
    return reply.code(422).send({
      name: "PREVIOUS_REQUEST_IN_PROGRESS",
      message: "A previous request is in progress.",
      debug_id: "sandbox",
    });
  if (mode === "cut-reply") {
    // The work is done and half of the answer arrives.
    request.cutReply = true;
    return undefined;
  }
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

/** `voices` by the first word of the targets that they speak for. */
export function installFaults(app: FastifyInstance, faults: Faults, voices: ReadonlyMap<string, Voice>): void {
  app.addHook("onSend", (request, _reply, payload, done) => {
    const cut = request.cutReply && typeof payload === "string";
    done(null, cut ? payload.slice(0, payload.length / 2) : payload);
  });
  app.addHook("onRequest", (request, reply, done) => {
    const target = request.routeOptions.config.target;
    if (target === undefined) return done();
    const count = faults.count(target, request.headers.authorization ?? request.ip);
    const voice = voices.get(target.split(".")[0] ?? "") ?? {};
    if (count) voice.tellLimit?.(reply, count);
    if (count && count.wait_seconds > 0) {
      limited(voice, count.wait_seconds, reply);
      return;
    }
    const mode = faults.take(target);
    if (mode === null || misbehave(mode, voice, request, reply) === undefined) return done();
  });
}
