import { esc } from "../../markup.ts";
import type { Provider } from "../../world.ts";
import { registerControl, registerEasypost, type StoredTracker, signatureHeader, trackerObject } from "./api.ts";
import { EASYPOST } from "./credentials.ts";

export const easypost: Provider = {
  name: "easypost",
  title: "EasyPost",
  credentials: EASYPOST,
  tables: {
    easypost_trackers: `id text primary key, code text not null unique, carrier text not null, story text not null,
      told integer not null, silent integer not null, begun_at integer not null`,
  },
  hook: { variable: "SANDBOX_WEBHOOK_EASYPOST", path: "/hooks/easypost", sign: signatureHeader },
  routes: registerEasypost,
  control: registerControl,
  card(world) {
    const rows = world.db
      .all<StoredTracker>("select * from easypost_trackers order by begun_at desc limit 12")
      .map(
        (tracker) =>
          `<li><span class="mono">${esc(tracker.code)}</span> ${esc(tracker.carrier)}, ${esc(tracker.story)}: ${esc(trackerObject(world, tracker).status)}</li>`,
      )
      .join("");
    return rows === "" ? `<p class="soft">No parcel is followed yet.</p>` : `<ul>${rows}</ul>`;
  },
};
