/** `npm run desk`: whatever modules keep for a person, from one place. */
import { userInfo } from "node:os";
import { systemClock } from "#platform/clock";
import { showUsd } from "#platform/money";
import type { ActRefusal, OperatorAct, OperatorQueue } from "#platform/operator";
import type { Wired } from "../wiring.ts";
import { type Asked, HELP, readDeskLine } from "./desk-line.ts";
import { withServices } from "./with-services.ts";

const MAX_ITEMS = 500;
const REFUSALS: Record<ActRefusal, string> = {
  unknown: "Nothing waits here under this id.",
  not_possible: "It cannot be so, as it stands: `npm run desk -- show` tells what is known of it.",
};

export async function run(args: string[]) {
  const read = (queues: readonly OperatorQueue[]) =>
    readDeskLine(
      args,
      userInfo().username,
      systemClock.now(),
      queues.map(({ name }) => name),
    );
  if ("help" in read([])) return console.log(HELP);
  await withServices(async (wired) => {
    const asked = read(wired.operators.queues);
    if ("help" in asked) return;
    if ("fault" in asked) return refuse(`${asked.fault} \`npm run desk -- --help\` shows how it is used.`, 2);
    await answer(wired, asked);
  });
}

/** What a line that was read asks for. */
export async function answer(wired: Wired, asked: Exclude<Asked, { help: true } | { fault: string }>): Promise<void> {
  const { queues, figures } = wired.operators;
  if ("overview" in asked) return overview(queues, wired.clock.now());
  if ("show" in asked) return show(wired, asked.show);
  if ("figures" in asked) {
    for (const figure of figures) {
      const value = await figure.read(asked.figures);
      console.log(
        `${figure.name.padEnd(20)} ${(figure.unit === "USD" ? showUsd(value) : String(value)).padStart(14)}   ${figure.what}`,
      );
    }
    return;
  }
  const name = "queue" in asked ? asked.queue : asked.act.queue;
  const queue = queues.find((one) => one.name === name);
  if (!queue) return refuse(`There is no queue "${name}". There are: ${queues.map((one) => one.name).join(", ")}.`, 2);
  if ("queue" in asked) return list(queue);
  return act(wired, queue, asked.act);
}

function refuse(text: string, code: 1 | 2): void {
  console.error(text);
  process.exitCode = code;
}

async function overview(queues: readonly OperatorQueue[], now: Date): Promise<void> {
  const widest = Math.max(...queues.map(({ name }) => name.length));
  for (const queue of queues) {
    const items = await queue.list(MAX_ITEMS);
    const days = items[0] ? Math.floor((now.getTime() - items[0].since.getTime()) / 86_400_000) : null;
    const count = items.length < MAX_ITEMS ? String(items.length) : `${MAX_ITEMS} or more`;
    const age = days === null ? "" : `, the oldest for ${days} days`;
    console.log(`${queue.name.padEnd(widest)} ${count}${age}   ${queue.what}`);
  }
}

async function list(queue: OperatorQueue): Promise<void> {
  const items = await queue.list(MAX_ITEMS);
  for (const item of items)
    console.log(
      `${item.id}  since ${item.since.toISOString()}${item.due ? `, promised by ${item.due.toISOString()}` : ""}  ${item.line}`,
    );
  console.log(
    items.length === 0 ? "Nothing waits for a person." : `${items.length} wait for a person. What may be done:`,
  );
  if (items.length > 0) for (const one of queue.acts) console.log(`  ${usage(one)}\n      ${one.what}`);
}

const usage = ({ name, reason, asks = [] }: OperatorAct): string =>
  [
    name,
    ...(reason ? ["--reason WHY"] : []),
    ...asks.map((ask) => (ask.optional ? `[--ask ${ask.name}=…]` : `--ask ${ask.name}=…`)),
  ].join(" ");

async function act(
  { log, staff }: Wired,
  queue: OperatorQueue,
  { id, name, by, reason, values }: Extract<Asked, { act: unknown }>["act"],
): Promise<void> {
  const found = queue.acts.find((one) => one.name === name);
  if (!found) return refuse(`There is no "${name}" here. There are: ${queue.acts.map(usage).join(" · ")}.`, 2);
  if (found.reason && reason === "") return refuse("This needs a --reason.", 2);
  const known = (found.asks ?? []).map((ask) => ask.name);
  const strange = Object.keys(values).find((ask) => !known.includes(ask));
  if (strange) return refuse(`"${name}" does not ask for ${strange}.`, 2);
  const missing = (found.asks ?? []).find((ask) => !ask.optional && !values[ask.name]);
  if (missing) return refuse(`"${name}" asks for --ask ${missing.name}=…: ${missing.what}.`, 2);
  const open = await staff.openDecision(id);
  if (open) return refuse(`${open.by_name} decided this at the console: ${open.act}. It can be undone there.`, 1);
  const outcome = await found.run(id, { by, reason, values });
  // The same log as the console's: what is done here is done past its roles and its ten minutes.
  await staff.keepCommand(`${by} (command line)`, {
    what: outcome.ok ? "carried_out_done" : "carried_out_refused",
    object: id,
    reason,
    facts: {
      place: "queue",
      name: queue.name,
      act: name,
      told: values,
      outcome: outcome.ok ? outcome.value : outcome.code,
    },
  });
  if (!outcome.ok) return refuse([REFUSALS[outcome.code], outcome.detail?.why].filter(Boolean).join(" "), 1);
  log.info({ queue: queue.name, id, act: name, by, reason }, "an operator acted");
  console.log(outcome.value);
}

async function show({ operators }: Wired, id: string): Promise<void> {
  for (const { kind, show: read } of operators.objects) {
    const found = await read(id);
    if (!found) continue;
    console.log(`${kind} ${id}`);
    for (const [name, value] of Object.entries(found.facts)) console.log(`  ${name.padEnd(16)} ${value}`);
    for (const { at, what, by } of found.timeline) console.log(`  ${at.toISOString()}  ${what}  (${by})`);
    return;
  }
  refuse("There is nothing under this id.", 1);
}
