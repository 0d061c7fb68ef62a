/** What is read of UPS's answers, and what is not. */
import { describe, expect, it } from "vitest";
import { readUps } from "../ups.ts";

const NUMBER = "1Z023E2X0214323462";
const activity = (type: string, more: object = {}) => ({
  ...{ date: "20210210", time: "071356", gmtDate: "20210210", gmtTime: "121356", gmtOffset: "-05:00" },
  location: { address: { city: "Wayne", stateProvince: "NJ", countryCode: "US" }, slic: "8566" },
  status: { type, description: "On its way", code: "SR", statusCode: "003" },
  ...more,
});
const answer = (activities: readonly unknown[], more: object = {}) => ({
  trackResponse: {
    shipment: [
      {
        inquiryNumber: NUMBER,
        package: [
          { trackingNumber: "1ZOTHER", activity: [activity("D")] },
          { trackingNumber: NUMBER, activity: activities, ...more },
        ],
      },
    ],
  },
});

describe("a parcel of UPS", () => {
  it("has its activities with their moments, of the number that was asked about alone", () => {
    const read = readUps(answer([activity("X"), activity("I"), activity("M")]), NUMBER);
    expect(read).toMatchObject({ tracker_id: null, carrier: "ups", estimate: null });
    expect(read?.scans.map(({ status }) => status)).toEqual(["exception", "moving", "label"]);
    expect(read?.scans[0]).toEqual({
      ...{ occurred_at: new Date("2021-02-10T12:13:56Z"), status: "exception", detail: "SR", message: "On its way" },
      ...{ city: "Wayne", region: "NJ", country: "US" },
    });
  });

  it("is told at the moment that stands in its place's time where there is no other, and at none where that says nothing", () => {
    const at = (more: object) => readUps(answer([activity("I", more)]), NUMBER)?.scans.map((one) => one.occurred_at);
    expect(at({ gmtTime: "74700" })).toEqual([new Date("2021-02-10T07:47:00Z")]);
    expect(at({ gmtDate: undefined })).toEqual([new Date("2021-02-10T12:13:56Z")]);
    for (const none of [
      { gmtDate: "", gmtOffset: "" },
      { gmtDate: "20211399", date: "x" },
      { gmtTime: "250000", time: "" },
    ])
      expect(at(none)).toEqual([]);
    expect(readUps(answer([activity("NA"), activity(""), null, "x"]), NUMBER)?.scans).toEqual([]);
  });

  it("is expected on the day that was set last", () => {
    const on = (deliveryDate: unknown) => readUps(answer([], { deliveryDate }), NUMBER)?.estimate;
    const scheduled = { type: "SDD", date: "20210212" };
    expect(on([scheduled])).toBe("2021-02-12");
    expect(on([scheduled, { type: "RDD", date: "20210215" }])).toBe("2021-02-15");
    for (const none of [[{ type: "DEL", date: "20210212" }], [{ type: "SDD", date: "20219912" }], "x", null])
      expect(on(none)).toBeNull();
  });

  it("that is not in the answer is none", () => {
    for (const other of [null, "x", [], {}, { trackResponse: { shipment: [{ package: "x" }] } }, answer([])])
      expect(readUps(other, "1Z5R89390357567127")).toBeNull();
  });
});
