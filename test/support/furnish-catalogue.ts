/** Brings in what journeys clone, in the PostgreSQL of this run. Whoever needs it and finds none makes it all the same. */
import { catalogueFurniture } from "./catalogue-furniture.ts";
import { makeTemplate } from "./database.ts";

// Where the outside world lies is settled by each process for itself.
await makeTemplate(catalogueFurniture({ url: "http://127.0.0.1:9" }));
