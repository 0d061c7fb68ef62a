/** A network with one programme and one large feed, written while it is read. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { WORDS } from "./generated-site.ts";

const rows = Number(process.env.BENCH_ROWS ?? 1_000);
const word = (n: number, salt: number) =>
  WORDS[Math.floor((((n * 7_919 + salt * 104_729) % 10_007) / 10_007) ** 2 * WORDS.length)] ?? "plain";

function* items() {
  yield '<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n';
  let part = "";
  for (let n = 0; n < rows; n += 1) {
    const name = `${word(n, 1)} ${word(n, 2)} ${word(n, 3)} ${n}`;
    part += `<item><g:id>sku-${n}</g:id><title>${name}</title><description>The ${name}, for those who look for a ${word(n, 4)} that lasts. Made with care and sent within two days.</description><link>https://shop.example/p/${n}</link><g:image_link>https://shop.example/i/${n}.jpg</g:image_link><g:availability>in_stock</g:availability><g:price>${(5 + (n % 900)).toFixed(2)} USD</g:price><g:brand>${word(n % 400, 5)}</g:brand><g:mpn>M-${n}</g:mpn><g:condition>new</g:condition><g:product_type>Computers &gt; Memory</g:product_type></item>\n`;
    if (part.length > 60_000) {
      yield part;
      part = "";
    }
  }
  yield `${part}</channel></rss>`;
}

const envelope = (name: string, list: unknown[]) => ({
  "@page": "1",
  "@numpages": "1",
  "@total": `${list.length}`,
  [name]: list,
});
const server = createServer((request, response) => {
  const { pathname, origin } = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const call = pathname.split("/").at(-1) ?? "";
  if (pathname === "/feed.xml") return void Readable.from(items()).pipe(response);
  const lists: Record<string, unknown[]> = {
    Campaigns: [
      {
        CampaignId: "9001",
        CampaignName: "Marlow",
        CampaignUrl: "https://marlow.example",
        CampaignDescription: "Electronics and computers.",
        CampaignLogoUri: "",
        TrackingLink: `${origin}/c/1010/5/9001`,
        ShippingRegions: ["US"],
      },
    ],
    Contracts: [
      {
        CampaignId: "9001",
        Terms: {
          Currency: "USD",
          EventPayouts: [{ EventCategory: "SALE", DefaultPayoutRate: "4" }],
          SpecialTermsList: [{ TermsContent: "Cashback partners are welcome." }],
        },
      },
    ],
    Promotions: [],
    Catalogs: [{ Id: "1", CampaignId: "9001", Locations: ["/feed.xml"] }],
  };
  response.statusCode = call in lists ? 200 : 404;
  response
    .setHeader("content-type", "application/json")
    .end(JSON.stringify(call in lists ? envelope(call, lists[call] ?? []) : {}));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
});
