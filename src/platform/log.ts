/** One logger. Secrets never reach it: the paths below are masked whatever is logged. */
import { type Logger, pino } from "pino";

export type Log = Logger;

export function createLog(options: { level: string; pretty?: boolean; stream?: NodeJS.WritableStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    redact: {
      paths: [
        "req.headers.authorization",
        "req.headers.cookie",
        "headers.authorization",
        "headers.cookie",
        "*.password",
        "*.password_confirmation",
        "*.token",
        "*.login_token",
        "password",
        "token",
      ],
      censor: "[masked]",
    },
  };
  if (options.stream) return pino(settings, options.stream);
  if (options.pretty)
    return pino({
      ...settings,
      transport: {
        target: "pino-pretty",
        options: { colorize: true, translateTime: "HH:MM:ss", ignore: "pid,hostname" },
      },
    });
  return pino(settings);
}

/**
 * A child logger that is made when the first line is written: most requests write none, and making one for each costs
 * more than a cached page does.
 */
export function lazyChild(log: Log, bindings: Record<string, unknown>): Log {
  // It has the part of a log that is used; the rest of pino's type is never called on a child.
  return new LazyChild(log, bindings) as unknown as Log;
}

class LazyChild {
  readonly #parent: Log;
  readonly #bindings: Record<string, unknown>;
  #made: Log | null = null;
  constructor(parent: Log, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }
  get #log(): Log {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }
  get level() {
    return this.#parent.level;
  }
  trace(...args: unknown[]) {
    this.#log.trace(...(args as [string]));
  }
  debug(...args: unknown[]) {
    if (this.#parent.isLevelEnabled("debug")) this.#log.debug(...(args as [string]));
  }
  info(...args: unknown[]) {
    this.#log.info(...(args as [string]));
  }
  warn(...args: unknown[]) {
    this.#log.warn(...(args as [string]));
  }
  error(...args: unknown[]) {
    this.#log.error(...(args as [string]));
  }
  fatal(...args: unknown[]) {
    this.#log.fatal(...(args as [string]));
  }
  silent() {}
  child(...args: unknown[]) {
    return this.#log.child(...(args as [Record<string, unknown>]));
  }
}
