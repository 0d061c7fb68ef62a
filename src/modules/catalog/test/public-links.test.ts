import { expect, it } from "vitest";
import { readConfig } from "#settings";
import type { OfferRow, ProgrammeRow } from "../feeds/feed.types.ts";
import { withPublicOffers, withPublicProgrammes } from "../feeds/public-links.ts";

const settings = { ...readConfig({ NODE_ENV: "test" }), SANDBOX: "off" as const };

async function* stream<Row>(...rows: object[]) {
  // Only what is looked at here.
  yield { rows: rows as Row[], rejects: [], bytes: 0 };
}

it("a coupon whose link leads into a network of the reader's own leads to the store, and that is told", async () => {
  const links = ["https://goto.shop.example/c/1", "http://192.168.0.1/admin", "http://localhost/x", null];
  const rows = links.map((tracking_link) => ({ tracking_link, notes: [] }));
  for await (const handful of withPublicOffers(settings, stream<OfferRow>(...rows))) {
    expect(handful.rows.map((row) => row.tracking_link)).toEqual(["https://goto.shop.example/c/1", null, null, null]);
    expect(handful.rows.map((row) => row.notes.length)).toEqual([0, 1, 1, 0]);
  }
});

it("a programme whose link does is refused", async () => {
  const links = ["https://www.anrdoezrs.net/links/1/type/dlg/sid/{SID}/{URL}", "http://10.0.0.1/c/1/2/3"];
  const rows = links.map((tracking_link, at) => ({ network_programme_id: `${at}`, tracking_link }));
  for await (const handful of withPublicProgrammes(settings, stream<ProgrammeRow>(...rows))) {
    expect(handful.rows.map((row) => row.network_programme_id)).toEqual(["0"]);
    expect(handful.rejects).toMatchObject([{ external_id: "1", reason: "the link leads to no public site" }]);
  }
});
