import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { onDemand, prepareParts } from "./on-demand.tsx";

const Early = () => <p>early</p>;
const Late = () => <p>late</p>;

it("has a part at hand for the next page too when it came while others were fetched", async () => {
  let arrive = () => {};
  const First = onDemand(async () => {
    await new Promise<void>((settle) => {
      arrive = settle;
    });
    return { default: Early };
  });
  const first = prepareParts();
  const Second = onDemand(async () => ({ default: Late }));
  arrive();
  await first;
  await prepareParts();
  expect(renderToStaticMarkup(<First />) + renderToStaticMarkup(<Second />)).toBe("<p>early</p><p>late</p>");
});
