/**
 * Kinds of jobs and events, as modules declare them. What a job needs to know is checked when it is added, in the
 * transaction that causes it, so that no job can be written that its handler does not understand.
 */
import { z } from "zod";
import type { Log } from "#platform/log";

export type JobOptions = {
  /** One job for each cause: a job with the key of one that was not worked yet takes its place, or see `if_there`. */
  key?: string;
  run_at?: Date;
  queue?: string;
  max_attempts?: number;
  /** Lower runs first; 0 when absent. */
  priority?: number;
  /**
   * What becomes of a job with the same key that was not worked yet. `replace`: this one takes its place, because it knows
   * of more. `keep`: it stays, also when it runs or is dead; for sweeps, which only make up for jobs that were lost.
   */
  if_there?: "replace" | "keep";
};

declare const checked: unique symbol;
/** One job to be added, its payload checked. Made by `Job.with` alone. */
export type JobSpec = JobOptions & { readonly task: string; readonly payload: object; readonly [checked]: true };

/** A kind of job, `<module>.<verb>`. */
export type Job<Payload extends object = object> = {
  readonly task: string;
  readonly max_attempts: number | undefined;
  /** Throws when the payload is not what the kind says. */
  read(payload: unknown): Payload;
  with(payload: Payload, options?: JobOptions): JobSpec;
};

/** `key`: what keeps one job of this kind for each cause. `max_attempts`: ten when absent. */
export function defineJob<Shape extends z.ZodRawShape>(
  task: string,
  shape: Shape,
  options: { key?: (payload: z.infer<z.ZodObject<Shape>>) => string; max_attempts?: number } = {},
): Job<z.infer<z.ZodObject<Shape>>> {
  const schema = z.object(shape);
  const read = (payload: unknown) => {
    const result = schema.safeParse(payload);
    if (!result.success) throw new Error(`the payload of ${task} is wrong: ${z.prettifyError(result.error)}`);
    return result.data as z.infer<z.ZodObject<Shape>>;
  };
  return {
    task,
    max_attempts: options.max_attempts,
    read,
    // The brand is a type only: it says that `read` has seen the payload.
    with(payload, more = {}) {
      const known = {
        ...(options.key ? { key: options.key(payload) } : {}),
        ...(options.max_attempts === undefined ? {} : { max_attempts: options.max_attempts }),
      };
      // The brand is a type only: it says that `read` has seen the payload.
      return { ...known, ...more, task, payload: read(payload) } as JobSpec;
    },
  };
}

/** Something that happened, `<module>.<what>`, told to each listener by a job of its own. */
export type Event<Payload extends object = object> = { readonly name: string; readonly shape: z.ZodRawShape } & {
  /** The type of what is told; there is no such value. */
  readonly payload?: Payload;
};

export const defineEvent = <Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
): Event<z.infer<z.ZodObject<Shape>>> => ({ name, shape });

export type JobContext = { log: Log; attempt: number };
type Handler<Payload> = (payload: Payload, context: JobContext) => Promise<unknown>;
export type When = { every_seconds: number; cron?: never } | { cron: string; every_seconds?: never };

/** A kind of job with what does it, as a module hands it to the registry. */
export type JobEntry = {
  readonly job: Job;
  readonly handler: Handler<object>;
  readonly when?: When;
  /** Its cause, instead of a schedule and of who adds it. */
  readonly event?: Event;
};

/** `when`: the schedule that adds the job, which then needs to know nothing. */
export const work = <Payload extends object>(job: Job<Payload>, handler: Handler<Payload>, when?: When): JobEntry => ({
  job,
  // The registry hands each handler what its own kind has read.
  handler: handler as Handler<object>,
  ...(when ? { when } : {}),
});

/** A job that its schedule alone adds. */
export const onSchedule = (
  task: string,
  when: When,
  handler: (context: JobContext) => Promise<unknown>,
  options?: { max_attempts?: number },
): JobEntry => work(defineJob(task, {}, options), (_payload, context) => handler(context), when);

/** `listener` names the job that runs for each event, `<module>.<verb>`. */
export const onEvent = <Payload extends object>(
  event: Event<Payload>,
  listener: string,
  handler: Handler<Payload>,
): JobEntry => ({
  // As above: the listener's job reads what the event's own shape says.
  job: defineJob(listener, event.shape) as Job,
  handler: handler as Handler<object>,
  event,
});
