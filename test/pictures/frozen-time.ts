/**
 * The one instant of all pictures, imported before anything that asks for the time: what was agreed in November must look the
 * same in March. The whole process lives at it: product, sandbox and importers; browsers are told it page by page.
 */
export const AT = new Date("2026-11-24T17:20:00Z");

const Real = Date;
const began = Real.now();
/** Runs, slowly, while the world is set up, because orders and mails follow each other; stands still while pictures are taken. */
let runs = true;
const now = () => (runs ? AT.getTime() - 1_800_000 + Math.floor((Real.now() - began) / 20) : AT.getTime());

export const holdTime = (): void => {
  runs = false;
};

// The same prototype, so that what anybody made is still a date for everybody.
globalThis.Date = new Proxy(Real, {
  construct: (target, values, made) => Reflect.construct(target, values.length ? values : [now()], made),
  apply: () => new Real(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
