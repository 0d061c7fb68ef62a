/** One logger. Secrets never reach it: the paths below are masked whatever is logged. */
import { type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/** What a person needs of an error; nothing that hangs on it besides: drivers hang whole connections, statements and keys there. */
export type ShownError = {
  type: string;
  message: string;
  code?: string | number;
  status?: number;
  constraint?: string;
  stack?: string;
  cause?: ShownError;
  errors?: ShownError[];
};
/** A line of the log at error or worse, as it was written. */
export type ErrorLine = { readonly msg: string; readonly err?: ShownError; readonly request_id?: string };

/** Who is told of errors as they are logged, by the log that writes them; its children write through it. */
const listeners = new WeakMap<object, ((line: ErrorLine) => void)[]>();
/** Pino writes the level first: most lines are told apart by their first characters. */
const IS_ERROR = /^\{"level":[56]0,/;

/** Tells of each error that this log writes from now on. */
export function onErrorLine(log: Log, tell: (line: ErrorLine) => void): void {
  listeners.get(log)?.push(tell);
}

const MAX_TEXT = 1_000;
const MAX_DEPTH = 4;

/** PostgreSQL repeats in the words of a data exception (class 22) what was wrong about a value, and the value. */
const hideValues = (message: string, code: unknown): string =>
  typeof code === "string" && /^22/.test(code) ? message.replace(/"[^"]*"/g, '"…"') : message;

export function showError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, MAX_TEXT) };
  const { code, status, constraint, errors } = error as Error & Record<string, unknown>;
  // The first line of a stack is the message once more, with the values.
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name === "error" ? "DatabaseError" : error.name,
    message: hideValues(error.message, code).slice(0, MAX_TEXT),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
    ...(frames.length > 0 ? { stack: frames.slice(0, 12).join("\n") } : {}),
    ...(error.cause !== undefined && depth < MAX_DEPTH ? { cause: showError(error.cause, depth + 1) } : {}),
    ...(Array.isArray(errors) && depth < MAX_DEPTH
      ? { errors: errors.slice(0, 5).map((one) => showError(one, depth + 1)) }
      : {}),
  };
}

export function createLog(options: { level: string; pretty?: boolean; stream?: NodeJS.WritableStream }): Log {
  const told: ((line: ErrorLine) => void)[] = [];
  const streamWrite = (line: string): string => {
    if (told.length > 0 && IS_ERROR.test(line)) {
      // What pino has just written is its own JSON.
      const read = JSON.parse(line) as ErrorLine;
      for (const tell of told) tell(read);
    }
    return line;
  };
  const settings = {
    level: options.level,
    base: null,
    hooks: { streamWrite },
    serializers: { err: (error: unknown) => showError(error) },
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
  const log = makeLog(settings, options);
  listeners.set(log, told);
  return log;
}

function makeLog(settings: LoggerOptions, options: { pretty?: boolean; stream?: NodeJS.WritableStream }): Log {
  if (options.stream) return pino(settings, options.stream);
  if (!options.pretty) return pino(settings);
  const target = { colorize: true, translateTime: "HH:MM:ss", ignore: "pid,hostname" };
  return pino({ ...settings, transport: { target: "pino-pretty", options: target } });
}

/** Says that something fails when it begins to, however often it is tried again until it works. */
export function sayOnce(log: Pick<Log, "warn">, message: string) {
  let said = false;
  return {
    worked(): void {
      said = false;
    },
    failed(error: unknown): void {
      if (!said) log.warn({ err: error }, message);
      said = true;
    },
  };
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
