import { afterEach, expect, it, vi } from "vitest";
import { cookies } from "../cookies.ts";
import { noteSurvey } from "../web/note-survey.ts";

afterEach(() => void vi.unstubAllGlobals());

it("keeps for 30 days which survey somebody went for, as it is declared", () => {
  const document = { cookie: "" };
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", { location: { protocol: "https:", pathname: "/surveys", search: "" } });
  vi.stubGlobal("navigator", {});
  noteSurvey({ offer_id: "off_1", click_url: "/go/off_1", coins: 400 });
  expect(document.cookie).toMatch(/^survey_original_item=[^;]+; Path=\/; Max-Age=2592000;/);
  expect(cookies.map(({ name, days }) => [name, days])).toEqual([
    ["offer_original_item", 30],
    ["survey_original_item", 30],
  ]);
});
