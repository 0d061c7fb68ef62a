import type { Provider } from "../../world.ts";
import { person } from "../person.ts";
import { PEOPLE_TABLES, steeringOf } from "../steering.ts";
import { named, post, type Wish } from "../wish.ts";
import { FACEBOOK } from "./credentials.ts";
import { registerFacebook, signedRequest } from "./pages.ts";

const FACE = {
  name: "facebook",
  title: "Facebook",
  signIn: {
    tint: "#1761c7",
    ask: "Continue to Tuppence with Facebook",
    people: [
      person("facebook", "10150000000000001", "Theo", "Marsh", "theo.marsh@mail.example"),
      person("facebook", "10150000000000002", "Nia", "Phone", null),
    ],
  },
};

export const facebook: Provider = {
  ...FACE,
  credentials: FACEBOOK,
  tables: PEOPLE_TABLES,
  routes: (app, world) => registerFacebook(app, world, FACE),
  control(app, world) {
    app.post<{ Body: Wish | null }>("/control/signin/facebook-delete", async (request, reply) => {
      const wish = request.body ?? {};
      const one = named(steeringOf(world), wish, "facebook", reply);
      if (!one) return reply;
      const form = new URLSearchParams({ signed_request: signedRequest(world, one, wish.forged ?? false) });
      return post(world, "/hooks/facebook/data-deletion", form.toString(), "application/x-www-form-urlencoded");
    });
  },
};
