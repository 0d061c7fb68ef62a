import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS } from "../providers.ts";
import { startSandbox } from "../sandbox.ts";
import type { Provider } from "../world.ts";
import { type Running, run } from "./running.ts";

/** A party that nothing knows but the list: whatever works here works by the declaration alone. */
const pigeons: Provider = {
  name: "pigeons",
  title: "Pigeons",
  credentials: { ring: "sandbox-ring" },
  tables: { pigeons: "id integer primary key autoincrement, name text not null" },
  indexes: { pigeon_names: "pigeons (name)" },
  limits: [{ name: "pigeons.fly", targets: /^pigeons\.fly$/, calls: 2, seconds: 60 }],
  refusals: { 429: { tired: true } },
  hook: {
    variable: "SANDBOX_WEBHOOK_PIGEONS",
    path: "/hooks/pigeons",
    once: true,
    sign: (_world, body, forged) => ({ "x-ring": `${forged ? "false" : "true"} ${body.length}` }),
  },
  routes(app, world) {
    app.post<{ Body: { name: string } }>("/pigeons", { config: { target: "pigeons.fly" } }, ({ body }) => {
      world.db.run("insert into pigeons (name) values (?)", body.name);
      const message = {
        channel: "pigeons",
        subject: body.name,
        event: "flown",
        contentType: "text/plain",
        body: "coo",
      };
      return { sent: world.outbox.send(message).length };
    });
  },
  control(app, world) {
    app.get("/control/pigeons", () => ({ pigeons: world.db.all("select name from pigeons") }));
  },
  card: () => '<section class="card"><h2>All pigeons</h2></section>',
  pages: [["Loft", "/loft"]],
};

describe("a party that only the list names", () => {
  let world: Running;
  beforeAll(async () => {
    world = await run({ catalogue: "small", limitFactor: 1 }, [...PROVIDERS, pigeons]);
  });
  afterAll(() => world.close());

  it("is served, kept, told of by its messages, limited, shown, steered and emptied", async () => {
    const fly = () => world.call("/pigeons", { json: { name: "Martha" } });
    world.answers.push(500);
    expect(await (await fly()).json()).toEqual({ sent: 1 });
    await world.control("postbacks/idle", {});
    expect(world.received).toMatchObject([{ path: "/hooks/pigeons", headers: { "x-ring": "true 3" }, body: "coo" }]);

    expect((await fly()).status).toBe(200);
    const tired = await fly();
    expect(tired.status).toBe(429);
    expect(await tired.json()).toEqual({ tired: true });

    const page = await (await world.call("/")).text();
    expect(page).toContain("<h2>All pigeons</h2>");
    expect(page).toContain('<a href="/loft">Loft</a>');

    expect(await world.control("pigeons")).toEqual({ pigeons: [{ name: "Martha" }, { name: "Martha" }] });
    await world.control("reset", {});
    expect(await world.control("pigeons")).toEqual({ pigeons: [] });
  });

  it("cannot serve to everybody what steers the world", async () => {
    const open: Provider = { name: "open", title: "Open", routes: (app) => void app.get("/control/all", () => "") };
    await expect(startSandbox({ port: 0, smtpPort: 0, dataDir: null }, [open])).rejects.toThrow("/control/all");
  });

  it("cannot give another party's table other columns", async () => {
    const thief: Provider = { name: "thief", title: "Thief", tables: { pigeons: "id text" } };
    await expect(startSandbox({ port: 0, smtpPort: 0, dataDir: null }, [pigeons, thief])).rejects.toThrow(
      "two parties declare the table pigeons differently",
    );
  });
});

describe("the list of parties", () => {
  it("takes only credentials that the README tells", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const told = PROVIDERS.flatMap(({ credentials }) => Object.values(credentials ?? {}));
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((value) => !readme.includes(value))).toEqual([]);
  });

  it("names each once, with its own variable and its own fault targets", () => {
    const names = PROVIDERS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const variables = PROVIDERS.flatMap(({ hook }) => hook?.variable ?? []);
    expect(new Set(variables).size).toBe(variables.length);
    for (const { name, limits } of PROVIDERS)
      for (const limit of limits ?? []) expect(limit.name.split(".")[0]).toBe(name);
  });
});
