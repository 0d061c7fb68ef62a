/** Purchases that members of a story miss, worked at the desk and decided at the network. */
import type { OperatorAct } from "#platform/operator";
import { tuppence } from "../../brands/tuppence.ts";
import { type Hired, hireOperator } from "./operators.ts";
import type { World } from "./world.ts";

const STORE = { impact: "Marlow Finch", cj: "Brightpenny", awin: "Otter Lane" } as const;
const SLUG = { impact: "marlow-finch", cj: "brightpenny", awin: "otter-lane" } as const;
type Network = keyof typeof STORE;
export type Filed = {
  id: number;
  reference: string;
  campaign_id: string;
  order_id: string;
  amount: number;
  tracking_link: string;
  customer_id: string;
  notes: string;
};

export type Missed = {
  member: Awaited<ReturnType<World["member"]>>;
  id: string;
  order_number: string;
  click_id: string;
  language: "en" | "es";
};

/** The programmes of all networks, and somebody who may decide about purchases. */
export async function openPurchases(world: World) {
  if (!world.shops) await world.importProgrammes();
  return purchasesOf(world, await hireOperator(world, "Ann Able", ["claims", "support"]));
}

function purchasesOf(world: World, ann: Hired) {
  let orders = 0;
  /** A member who went to a store, bought there, and misses it. */
  async function miss(
    name: string,
    network: Network,
    options: { visit?: boolean; language?: "en" | "es"; order?: string } = {},
  ) {
    const { visit = true, language = "en" } = options;
    const member = await world.member(name, language);
    const outcome = visit ? await world.cashback.go(member, { merchant: SLUG[network] }, world.partners.home) : null;
    if (outcome && !outcome.ok) throw new Error(outcome.code);
    orders += 1;
    const order_number = options.order ?? `MF-${1_000 + orders}`;
    const ordered_on = world.clock.now().toISOString().slice(0, 10);
    await world.advance({ days: 12 });
    const typed = { topic: "missing-purchase", store: STORE[network], order_number, ordered_on, amount: "80.50" };
    const sent = await world.help.send(
      { user_id: member.user_id, name, is_verified: true, brand: tuppence, language, address: "203.0.113.7" },
      {
        form: world.help.newForm(),
        files: [],
        typed: { ...typed, email: member.email, body: "I am Xenia and I paid by card." },
      },
    );
    if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
    const [line] = await world.help.threads.list(member.user_id);
    return { member, id: line?.id ?? "", order_number, click_id: outcome?.value.click_id ?? "", language };
  }

  const actOf = (acts: readonly OperatorAct[] | undefined, name: string) => {
    const found = acts?.find((one) => one.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const purchases = () => world.operators.queues.find(({ name }) => name === "purchases");
  const act = (name: string, id: string, told: { reason?: string; values?: Record<string, string> } = {}) =>
    actOf(purchases()?.acts, name).run(id, {
      by: ann.id,
      reason: "",
      values: {},
      decidedAt: world.clock.now(),
      ...told,
    });
  const ask = (id: string) => act("answer", id, { reason: "asked" });
  const filed = async () => (await world.control<{ inquiries: Filed[] }>("/impact/inquiries")).inquiries;
  const filedFor = async ({ order_number }: Missed) =>
    (await filed()).filter(({ order_id }) => order_id === order_number);
  const decide = async (missed: Missed, status: string, reason?: string) =>
    world.control(`/impact/inquiries/${(await filedFor(missed))[0]?.id}/decide`, {
      status,
      silent: true,
      ...(reason && { reason }),
    });
  const fault = (mode: string, times: number | null = 1, target = "impact.action-inquiries.file") =>
    world.control("/fail", { target, mode, ...(times !== null && { times }) });
  /** What time does: a sweep, and the jobs that it and they make. */
  async function later(span: Parameters<World["advance"]>[0]) {
    await world.advance(span);
    await world.cashback.inquiries.sweep();
    await world.work();
  }
  const thread = async ({ member, id, language }: Missed) => {
    const found = await world.help.threads.read({ user_id: member.user_id, thread: id, language });
    if (!found) throw new Error(id);
    return found;
  };
  const page = async ({ id }: Missed) => {
    const found = await world.operators.objects.find(({ kind }) => kind === "message")?.show(id);
    if (!found) throw new Error(id);
    return found;
  };
  const lineOf = async ({ id }: Missed) => (await purchases()?.list(200))?.find((one) => one.id === id)?.line;
  const headlines = ({ member }: Missed) => world.mails(member.email);
  const booked = async (missed: Missed) =>
    (await world.passbookOf(missed.member.user_id)).entries.filter(({ type }) => type === "order");

  return { miss, ask, act, filed, filedFor, decide, fault, later, thread, page, lineOf, headlines, booked };
}
export type Purchases = Awaited<ReturnType<typeof openPurchases>>;
