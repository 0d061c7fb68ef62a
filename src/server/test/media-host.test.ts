import { expect, it } from "vitest";
import { createMediaHost, MEDIA_SIGN_PATH, mediaOrigin, mediaSign } from "../media-host.ts";

const URL_OF_PAGES = "https://shop.example";

it("is the page's host with a prefix, and none on localhost or a bare address", () => {
  expect(mediaOrigin(URL_OF_PAGES)).toBe("https://media.shop.example");
  expect(mediaOrigin("https://www.shop.example:8443")).toBe("https://media.www.shop.example:8443");
  for (const none of ["http://localhost:3000", "https://localhost", "https://127.0.0.1", "http://shop.example"])
    expect(mediaOrigin(none)).toBeNull();
});

it("holds the pictures while it answers as ours, and the pages' own host does otherwise", async () => {
  let answer: () => Promise<string> = async () => mediaSign(URL_OF_PAGES);
  const asked: string[] = [];
  const media = createMediaHost(URL_OF_PAGES, (url) => {
    asked.push(url);
    return answer();
  });
  expect(media.origin(), "before it was asked").toBe("");
  await media.look();
  expect([media.origin(), asked]).toEqual([
    "https://media.shop.example",
    [`https://media.shop.example${MEDIA_SIGN_PATH}`],
  ]);
  answer = async () => "<html>somebody else's page</html>";
  await media.look();
  expect(media.origin()).toBe("");
  answer = async () => mediaSign(URL_OF_PAGES);
  await media.look();
  answer = () => Promise.reject(new Error("no such host"));
  await media.look();
  expect(media.origin()).toBe("");
  media.close();
});
