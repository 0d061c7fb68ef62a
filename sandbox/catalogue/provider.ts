import type { Provider } from "../world.ts";
import { registerMedia } from "./pictures.ts";

/** The hosts from which providers serve their pictures and lists of categories. */
export const media: Provider = { name: "media", title: "Media", routes: registerMedia };
