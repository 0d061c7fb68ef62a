/**
 * The load of the crash test, and its memory of what was acknowledged: members who click, stores that report orders and
 * change their minds, members who ask for their money. It goes on while the server is killed; what fails is forgotten,
 * what was answered must be there afterwards.
 */
import { type Chance, type CrashWorld, PASSWORD, type Shopper, sleep } from "./crash-world.ts";

export type Network = "impact" | "cj" | "awin";
export type Click = { click_id: string; user_id: string; network: Network; programme: string };
export type PlacedOrder = { network: Network; id: string; click_id: string };
export type Withdrawal = { request_key: string; user_id: string; withdrawal_id: string };

const SHOPS: Record<Network, string> = { impact: "marlow-finch", cj: "brightpenny", awin: "otter-lane" };
/** Where each network's link carries our click id. */
const SUB_ID: Record<Network, RegExp> = {
  impact: /[?&]subId1=(\w{24})/,
  cj: /(?:\/sid\/|[?&]sid=)(\w{24})/,
  awin: /[?&]clickref=(\w{24})/,
};
const REASONS: Record<Network, string> = { impact: "ITEM_RETURNED", cj: "RETURNED_MERCHANDISE", awin: "Item returned" };

export type Load = ReturnType<typeof startLoad>;

export function startLoad(
  world: CrashWorld,
  shoppers: readonly Shopper[],
  chance: Chance,
  options: { pace: number; name: string },
) {
  const clicks: Click[] = [];
  const orders: PlacedOrder[] = [];
  const withdrawals: Withdrawal[] = [];
  /** Answers that are neither right nor a plain refusal: the test wants none. */
  const strange: string[] = [];
  const counts = { unanswered: 0, refused: 0 };
  const programmes = new Map<Network, string>();
  let going = true;
  let asked = 0;

  async function click() {
    const shopper = chance.pick(shoppers);
    const network = chance.pick(["impact", "cj", "awin"] as const);
    const response = await fetch(`${world.url}/go/${SHOPS[network]}`, {
      headers: { cookie: shopper.cookie },
      redirect: "manual",
    });
    const location = response.headers.get("location") ?? "";
    await response.arrayBuffer();
    if (response.status === 503) counts.refused += 1;
    else if (response.status !== 302) strange.push(`GET /go answered ${response.status}`);
    else {
      const click_id = SUB_ID[network].exec(location)?.[1];
      if (!click_id) strange.push(`GET /go led to ${location}`);
      else clicks.push({ click_id, user_id: shopper.user_id, network, programme: await programmeOf(network) });
    }
  }

  async function programmeOf(network: Network): Promise<string> {
    const known = programmes.get(network);
    if (known) return known;
    const destination = await world.wired.catalog
      .under(world.wired.partners.home)
      .destination({ merchant: SHOPS[network] });
    const programme = destination?.network_programme_id ?? "";
    programmes.set(network, programme);
    return programme;
  }

  /** Each click brings at most one order, and every order is of a click that was acknowledged. */
  let used = 0;
  const reversed = new Set<string>();
  async function order() {
    const from = clicks[used];
    if (!from) return;
    used += 1;
    const answer = await world.control<{ order: { id: string } }>("/orders", {
      network: from.network,
      programId: from.programme,
      subId: from.click_id,
      amount: (500 + chance.below(30_000)) / 100,
    });
    if (answer.status !== 201) strange.push(`the sandbox answered ${answer.status} for an order`);
    else orders.push({ network: from.network, id: answer.body.order.id, click_id: from.click_id });
  }

  async function change() {
    if (orders.length === 0) return;
    const { network, id } = chance.pick(orders.slice(-60));
    const action = chance.pick([
      "approve",
      "approve",
      "approve",
      "approve",
      "reverse",
      "restate",
      "restate",
      "duplicate",
    ] as const);
    // What a locked and reversed row becomes when it is restated, CJ does not say: its first row stays locked.
    if (network === "cj" && action === "restate" && reversed.has(id)) return;
    if (action === "reverse") reversed.add(id);
    const body =
      action === "reverse"
        ? { reason: REASONS[network] }
        : action === "restate"
          ? { amount: (500 + chance.below(30_000)) / 100 }
          : {};
    // An action that the order's state forbids is refused by the sandbox, which is as good as no action.
    await world.control(`/orders/${network}/${encodeURIComponent(id)}/${action}`, body);
  }

  async function withdraw() {
    const shopper = chance.pick(shoppers);
    asked += 1;
    const request_key = `${options.name}-${asked}`;
    const amount = `${1 + chance.below(2)}.${10 + chance.below(90)}`;
    const receiver = chance.below(5) === 0 ? shopper.email.replace("@", "+fail@") : shopper.email;
    // As a browser does whose form was not answered: the same form is sent again until there is an answer.
    for (let round = 0; round < 8 && going; round += 1) {
      try {
        const response = await fetch(`${world.url}/crash/withdrawals`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            user_id: shopper.user_id,
            request_key,
            method: "paypal",
            amount,
            destination: receiver,
            password: PASSWORD,
          }),
        });
        const body = (await response.json()) as { withdrawal_id?: string; code?: string };
        if (response.status === 200 && body.withdrawal_id) {
          withdrawals.push({ request_key, user_id: shopper.user_id, withdrawal_id: body.withdrawal_id });
          return;
        }
        if (response.status === 409) return;
        if (response.status !== 503)
          strange.push(`a withdrawal was answered with ${response.status}: ${JSON.stringify(body)}`);
      } catch {
        counts.unanswered += 1;
      }
      await sleep(100);
    }
  }

  async function repeat(work: () => Promise<void>, pause_ms: number) {
    while (going) {
      try {
        await work();
      } catch {
        counts.unanswered += 1;
        // Whoever asks a server that is not there again at once takes from it the time to start.
        await sleep(30);
      }
      await sleep(pause_ms * (0.5 + chance.next()) * options.pace);
    }
  }

  const loops = [
    repeat(click, 4),
    repeat(click, 4),
    repeat(click, 4),
    repeat(click, 6),
    repeat(order, 12),
    repeat(change, 20),
    repeat(withdraw, 60),
    repeat(withdraw, 60),
  ];
  return {
    clicks,
    orders,
    withdrawals,
    strange,
    counts,
    async stop() {
      going = false;
      await Promise.all(loops);
    },
  };
}
