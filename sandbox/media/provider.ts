import type { FastifyInstance } from "fastify";
import { logoSvg, productPicture } from "../catalogue/pictures.ts";
import type { Provider, World } from "../world.ts";

/** Logos, pictures and category names: what the providers' own media hosts would serve. */
function registerMedia(app: FastifyInstance, world: World): void {
  const svg = "image/svg+xml; charset=utf-8";
  const config = { config: { target: "media" } };
  const policy = "default-src 'none'; style-src 'unsafe-inline'";

  app.get<{ Params: { name: string } }>("/media/logos/:name.svg", config, (request, reply) => {
    const picture = logoSvg(world, request.params.name);
    if (picture === null) return reply.code(404).type("text/plain").send("There is no logo.");
    return reply
      .type(svg)
      .header("content-security-policy", policy)
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "public, max-age=86400")
      .send(picture);
  });

  app.get<{ Params: { id: string } }>("/media/products/:id.svg", config, (request, reply) => {
    const product = world.catalogue.products().byId(request.params.id);
    if (!product) return reply.code(404).type("text/plain").send("There is no such product.");
    const picture = productPicture(product);
    return reply
      .type(svg)
      .header("content-security-policy", policy)
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "public, max-age=86400")
      .send(picture);
  });

  app.get("/media/categories.json", config, () => ({
    merchants: world.catalogue.merchantCategories(),
    products: world.catalogue.productCategories(),
  }));
}

/** The hosts from which providers serve their pictures and lists of categories. */
export const media: Provider = { name: "media", title: "Media", routes: registerMedia };
