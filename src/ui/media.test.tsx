import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { MerchantTile, PhotoTile } from "./merchant-tile.tsx";

const Page = () => (
  <>
    <MerchantTile name="Nike" logo="/media/merchants/nike.svg" />
    <PhotoTile src="https://elsewhere.example/a.png" />
    <PhotoTile src="/media/products/1" />
  </>
);

const picturesUnder = (media: string) => {
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Page, loader: () => null }]);
  const html = renderToString(<Stub initialEntries={["/"]} hydrationData={{ loaderData: { root: { media } } }} />);
  return [...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src);
};

it("are asked of their own host where the document names one", () => {
  expect(picturesUnder("https://media.shop.example")).toEqual([
    "https://media.shop.example/media/merchants/nike.svg",
    "https://elsewhere.example/a.png",
    "https://media.shop.example/media/products/1",
  ]);
  expect(picturesUnder("")).toEqual([
    "/media/merchants/nike.svg",
    "https://elsewhere.example/a.png",
    "/media/products/1",
  ]);
});
