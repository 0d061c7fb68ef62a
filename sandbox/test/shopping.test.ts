import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTH, type ControlOrder, cookiesOf, IMPACT, type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

const at = (path: string) => encodeURIComponent(`${world.sandbox.url}${path}`);

describe("clicks", () => {
  const follow = async (path: string) => {
    const reply = await world.call(path);
    return { status: reply.status, to: reply.headers.get("location") };
  };

  it("lead into the shop with the network's own click id", async () => {
    const impact = await follow(`/impact/c/1010/1400001/9001?subId1=clk_a&u=${at("/shops/marlow-finch/cart")}`);
    expect(impact).toMatchObject({
      status: 302,
      to: expect.stringMatching(/^\/shops\/marlow-finch\/cart\?irclickid=[\w-]{24}$/),
    });
    const cj = await follow("/cj/links/8880001/type/dlg/sid/clk_b/https://brightpenny.example/p/1?color=red");
    expect(cj.to).toMatch(/^\/shops\/brightpenny\/p\/1\?color=red&cjevent=[0-9a-f]{32}$/);
    const awin = await follow(
      "/awin/cread.php?awinmid=9901&awinaffid=45628&clickref=clk_c&ued=https%3A%2F%2Fwww.otterlane.example%2F",
    );
    expect(awin.to).toMatch(/^\/shops\/otter-lane\/\?awc=9901_\d+_[0-9a-f]{32}$/);
    const { clicks } = await world.control<{ clicks: { sub1: string }[] }>("state");
    expect(clicks.map((click) => click.sub1).sort()).toEqual(["clk_a", "clk_b", "clk_c"]);
  });

  it("never lead anywhere else, and take no e-mail address as a sub-id", async () => {
    for (const target of [
      "https://evil.example/",
      "https://marlowfinch.example.evil.example/",
      "javascript:alert(1)",
      `${world.sandbox.url}/mailbox`,
    ]) {
      expect((await follow(`/impact/c/1010/1400001/9001?u=${encodeURIComponent(target)}`)).status).toBe(400);
    }
    expect((await follow(`/awin/cread.php?awinmid=9901&awinaffid=1`)).status).toBe(404);
    expect((await follow("/cj/click-8880001-11900001?sid=ann%40example.com")).status).toBe(400);
  });
});

interface Basket {
  cookie: string;
  id: string;
  price: number;
}

async function fill(shop: string, category: string, cookie = ""): Promise<Basket> {
  const list = await (await world.call(`/shops/${shop}/?c=${encodeURIComponent(category)}`)).text();
  for (const [, id] of list.matchAll(/\/p\/(p[0-9a-f]+)"/g)) {
    const page = await (await world.call(`/shops/${shop}/p/${id}`)).text();
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "{}";
    const data = JSON.parse(json) as { offers: { price: string; availability: string } };
    if (id === undefined || !data.offers.availability.endsWith("InStock")) continue;
    const added = await world.call(`/shops/${shop}/cart/add`, { form: { product: id, quantity: "1" }, cookie });
    return { cookie: cookiesOf(added, cookie), id, price: Number(data.offers.price) };
  }
  throw new Error(`nothing in stock under ${category}`);
}

async function apply(shop: string, cookie: string, code: string): Promise<{ result: string; page: string }> {
  await world.call(`/shops/${shop}/cart/coupon`, { form: { code }, cookie });
  const page = await (await world.call(`/shops/${shop}/cart`, { cookie })).text();
  return { result: /data-coupon-result="(\w+)"/.exec(page)?.[1] ?? "", page };
}

describe("a shop", () => {
  it("takes and refuses codes with clear words", async () => {
    const { cookie } = await fill("marlow-finch", "Thermal Paste");
    const results: string[] = [];
    for (const code of ["finch10", "SHIPFREE", "BUILD20", "AUTUMN12", "WELCOME5", "NOSUCH", "MARLOW25", "GPU40", " "]) {
      results.push((await apply("marlow-finch", cookie, code)).result);
    }
    expect(results).toEqual([
      "applied",
      "applied",
      "expired",
      "expired",
      "unknown",
      "unknown",
      "minimum",
      "category",
      "empty",
    ]);
    expect((await apply("marlow-finch", cookie, "GPU40")).page).toContain("only good for Graphics Cards");
  });

  it("reports a checkout to its network, discount taken off, tax and shipping left out", async () => {
    const click = await world.call("/impact/c/1010/1400001/9001?subId1=clk_buy");
    const landing = await world.call(click.headers.get("location") ?? "");
    const basket = await fill("marlow-finch", "Graphics Cards", cookiesOf(landing));
    expect((await apply("marlow-finch", basket.cookie, "FINCH10")).result).toBe("applied");
    const buyer = { name: "Ann Lee", email: "ann@example.com", address: "1 Main Street" };
    const placed = await world.call("/shops/marlow-finch/checkout", { form: buyer, cookie: basket.cookie });
    expect(placed.status).toBe(303);
    const done = await (await world.call(placed.headers.get("location") ?? "", { cookie: basket.cookie })).text();
    expect(done).toContain('data-tracked="true"');
    const ref = /data-order-ref>([^<]+)</.exec(done)?.[1] ?? "";
    const { order } = await world.control<{ order: ControlOrder }>(`orders/impact/${ref}`);
    const cents = Math.round(basket.price * 100);
    const net = cents - Math.floor(cents / 10);
    expect(order).toMatchObject({
      subId: "clk_buy",
      amount: net / 100,
      commission: Math.round((net * 150) / 10_000) / 100,
      coupon: "FINCH10",
    });
    const action = await (await world.call(`${IMPACT}/Actions/${order.id}`, { auth: AUTH.impact })).json();
    expect(action).toMatchObject({ PromoCode: "FINCH10", Oid: ref, SubId1: "clk_buy" });
    const again = await world.call("/shops/marlow-finch/checkout", { form: buyer, cookie: basket.cookie });
    expect(again.headers.get("location")).toBe("/shops/marlow-finch/cart");
  });

  it("earns nobody anything without a tracking link", async () => {
    const basket = await fill("brightpenny", "Mice");
    const placed = await world.call("/shops/brightpenny/checkout", {
      form: { name: "Ann Lee", email: "ann@example.com", address: "1 Main Street" },
      cookie: basket.cookie,
    });
    expect(await (await world.call(placed.headers.get("location") ?? "", { cookie: basket.cookie })).text()).toContain(
      'data-tracked="false"',
    );
  });

  it("sells the same article at other prices elsewhere", async () => {
    const list = await (await world.call("/shops/brightpenny/?c=Monitors")).text();
    const ids = [...new Set([...list.matchAll(/\/p\/(p[0-9a-f]+)"/g)].map((match) => match[1]))];
    const pages = await Promise.all(ids.map((id) => world.call(`/shops/otter-lane/p/${id}`)));
    expect(pages.some((page) => page.status === 200)).toBe(true);
  });
});

describe("a stand-in store", () => {
  it("is plainly no brand's page and reports an order after a click", async () => {
    const page = await (await world.call("/stores/nike/")).text();
    expect(page).toContain("The sandbox stands in for nike.com");
    expect(page).toContain('data-clicked="false"');
    const link = await tracking("Nike");
    const click = await world.call(link);
    const landing = await world.call(click.headers.get("location") ?? "");
    const cookie = cookiesOf(landing);
    expect(await landing.text()).toContain('data-clicked="true"');
    const done = await world.call("/stores/nike/order", {
      form: { amount: "80", group: "DEFAULT", orderId: "N-1" },
      cookie,
    });
    expect(await done.text()).toContain("is placed and reported to");
  });
});

/** The stored tracking link of a merchant, whichever network it was dealt to. */
async function tracking(name: string): Promise<string> {
  const awin = (await (await world.call("/awin/api/publishers/45628/programmes", { auth: AUTH.awin })).json()) as {
    name: string;
    clickThroughUrl: string;
  }[];
  const found = awin.find((programme) => programme.name === name);
  if (found) return `${found.clickThroughUrl}&clickref=clk_n`;
  const xml = await (
    await world.call(
      `/cj/advertiser-lookup/v2/advertiser-lookup?requestor-cid=9990001&advertiser-ids=joined&advertiser-name=${name}&records-per-page=100`,
      { auth: AUTH.cj },
    )
  ).text();
  const deep = xml.split("<advertiser>").find((part) => part.includes(`<advertiser-name>${name}</advertiser-name>`));
  const home = /<program-url>(.*?)<\/program-url>/.exec(deep ?? "")?.[1];
  if (home) return `/cj/links/8880001/type/dlg/sid/clk_n/${encodeURIComponent(home)}`;
  for (let page = 1; page <= 2; page++) {
    const reply = await world.call(`${IMPACT}/Campaigns?PageSize=1000&Page=${page}`, { auth: AUTH.impact });
    const { Campaigns } = (await reply.json()) as { Campaigns: { CampaignName: string; TrackingLink: string }[] };
    const campaign = Campaigns.find((it) => it.CampaignName === name);
    if (campaign) return `${campaign.TrackingLink}?subId1=clk_n`;
  }
  throw new Error(`${name} is in no network`);
}
