/** What is read of EasyPost's answers and messages, and what is not. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createEasypost, readHint, readTracker } from "../easypost.ts";

const TRACKER = {
  ...{
    id: "trk_c8e0edb5bb284caa934a0d3db23a148z",
    object: "Tracker",
    mode: "test",
    tracking_code: "9400110898825022579493",
  },
  ...{
    status: "in_transit",
    status_detail: "arrived_at_destination",
    est_delivery_date: "2027-03-12T00:00:00Z",
    carrier: "USPS",
  },
  tracking_details: [
    {
      ...{
        object: "TrackingDetail",
        message: "Arrived\u0000 at",
        status: "in_transit",
        status_detail: "arrived_at_facility",
      },
      ...{ datetime: "2027-03-10T13:37:00Z", source: "USPS" },
      tracking_location: { city: "Columbus", state: "OH", country: "US", zip: "43085" },
    },
    {
      status: "failure",
      status_detail: "delivery_exception",
      datetime: "2027-03-11T13:37:00Z",
      tracking_location: null,
    },
    { status: "failure", status_detail: "damaged", datetime: "2027-03-11T14:37:00Z" },
    { status: "unknown", datetime: "2027-03-11T14:37:00Z" },
    { status: "delivered", datetime: "not a day" },
    "nothing",
  ],
};

describe("a tracker", () => {
  it("gives the scans that say something, and nothing else", () => {
    const tracker = readTracker(TRACKER);
    expect(tracker).toMatchObject({ carrier: "usps", estimate: "2027-03-12" });
    expect(tracker?.scans.map(({ status }) => status)).toEqual(["moving", "failed_attempt", "exception"]);
    expect(tracker?.scans[0]).toMatchObject({ city: "Columbus", region: "OH", country: "US", message: "Arrived  at" });
  });

  it("that is none is refused", () => {
    for (const answer of [null, [], "x", {}, { ...TRACKER, id: "../other" }, { ...TRACKER, id: 7 }])
      expect(readTracker(answer)).toBeNull();
    expect(readTracker({ ...TRACKER, est_delivery_date: "2027-99-99T00:00:00Z", tracking_details: "x" })).toMatchObject(
      {
        ...{ estimate: null, scans: [] },
      },
    );
  });
});

describe("a message", () => {
  it("is signed over its bytes, with the secret in the form in which they use it", () => {
    // One letter in two ways of writing it: a sign with its accent, and the two apart.
    const settings = {
      EASYPOST_API_KEY: "key",
      EASYPOST_URL: "http://localhost/v2",
      EASYPOST_WEBHOOK_SECRET: "caf\u00e9",
    };
    // Nothing is called: what is not a setting of ours is not looked at.
    const easypost = createEasypost({ settings, calls: {} } as never);
    const body = Buffer.from('{"id":"evt_1"}');
    const sign = (secret: string) => `hmac-sha256-hex=${createHmac("sha256", secret).update(body).digest("hex")}`;
    expect(easypost.isSigned(sign("cafe\u0301"), body)).toBe(true);
    expect(easypost.isSigned(sign("caf\u00e9"), body)).toBe(false);
    expect(easypost.isSigned(sign("cafe\u0301"), Buffer.from('{"id":"evt_2"}'))).toBe(false);
    for (const given of [undefined, "", "hmac-sha256-hex="]) expect(easypost.isSigned(given, body)).toBe(false);
  });

  it("names a tracker that changed, or nothing", () => {
    const told = (more: object) =>
      readHint(Buffer.from(JSON.stringify({ id: "evt_1", description: "tracker.updated", ...more })));
    expect(told({ result: { id: TRACKER.id } })).toEqual({ event_id: "evt_1", tracker_id: TRACKER.id });
    expect(told({ description: "batch.created", result: { id: TRACKER.id } })).toBeNull();
    expect(told({ result: { id: "trk_' or 1=1" } })).toBeNull();
    expect(told({})).toBeNull();
    expect(readHint(Buffer.from("not json"))).toBeNull();
  });
});
