/** Sign-in on a partner's page, by a window of ours: a real browser against the whole product. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Visitor } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { signUp } from "./members.ts";
import { logIn } from "./signing-in.ts";

const stage = openStage();
const visit = stage.open;

describe("the login component on a partner's page", () => {
  let partner: Server;
  let port = 0;
  beforeAll(async () => {
    partner = createServer((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><html lang="en"><title>Partner</title><main><h1>Partner</h1>
        <script src="${stage.product.url}/elements/login.js"></script>
        <tuppence-login lang="en" partner="joinsmarty"></tuppence-login><output></output></main>
        <script>addEventListener("message",(event)=>{(window.all??=[]).push(event.data)});
        addEventListener("tuppence-login",(event)=>{document.querySelector("output").textContent=event.detail.callback});</script>`);
    });
    await new Promise<void>((ready) => partner.listen(0, "127.0.0.1", ready));
    port = (partner.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((closed) => partner.close(closed)));

  async function openWindow(visitor: Visitor) {
    const popup = visitor.context.waitForEvent("page");
    await visitor.page.getByRole("button", { name: /Log in with JoinSmarty|Open it again/ }).click();
    const opened = await popup;
    await opened.waitForLoadState();
    return opened;
  }

  it("signs in by a window of ours and hands over a token that works once", async () => {
    await signUp(stage.product, "partner@example.com");
    const visitor = await visit();
    await visitor.page.goto(`http://joinsmarty.localhost:${port}/`);
    const popUp = await openWindow(visitor);
    await popUp.getByText(`Then you'll continue to joinsmarty.localhost:${port}.`).waitFor();
    const closed = popUp.waitForEvent("close");
    await logIn(popUp, "partner@example.com");
    await closed;
    const output = visitor.page.locator("output");
    await expect.poll(() => output.textContent()).toMatch(/\/token\/callback\/\w{40,}$/);
    await visitor.page.getByText("Signed in").waitFor();

    // Signed in already: asked before anything is told.
    const again = await openWindow(visitor);
    await again.getByRole("heading", { name: `Continue to joinsmarty.localhost:${port}?` }).waitFor();
    await again.close();
    await expect.poll(() => visitor.page.getByRole("button", { name: "Log in with JoinSmarty" }).count()).toBe(1);

    const fresh = await visit();
    await fresh.page.goto((await output.textContent()) ?? "");
    await fresh.page.getByRole("button", { name: "Continue" }).click();
    await fresh.page.waitForURL(/\/account\//);
    await fresh.close();
    await visitor.close();
  });

  it("is heard by a page that is slow to hear, and takes no window that is gone meanwhile for one that was given up", async () => {
    await signUp(stage.product, "slow@example.com");
    const visitor = await visit();
    await visitor.page.goto(`http://joinsmarty.localhost:${port}/`);
    // The page hears the word a second after it came, or when the window is gone, and looks for the window first.
    await visitor.page.evaluate(() => {
      type Listener = (event: MessageEvent) => void;
      type Login = HTMLElement & { listener: Listener; look(): void; opened: Window | null };
      const element = document.querySelector("tuppence-login") as Login;
      const told: string[] = [];
      Object.assign(window, { told });
      for (const kind of ["tuppence-login", "tuppence-login-closed"])
        document.addEventListener(kind, () => told.push(kind));
      removeEventListener("message", element.listener);
      addEventListener("message", (event) => {
        const hear = (looks: number) => {
          if (looks > 0 && !element.opened?.closed) return void setTimeout(hear, 100, looks - 1);
          element.look();
          element.listener(event);
        };
        hear(10);
      });
    });
    const popUp = await openWindow(visitor);
    // A window that nobody hears closes by itself: here it is heard, however slow the machine.
    await popUp.evaluate(() => {
      const real = window.setTimeout.bind(window);
      window.setTimeout = ((act: TimerHandler, ms?: number) => (ms === 2_000 ? 0 : real(act, ms))) as typeof setTimeout;
    });
    const closed = popUp.waitForEvent("close");
    await logIn(popUp, "slow@example.com");
    await closed;
    await until("it has heard", () => visitor.page.evaluate<number>("told.length"));
    await visitor.page.waitForTimeout(600);
    expect(await visitor.page.evaluate<string[]>("told")).toEqual(["tuppence-login"]);
    await visitor.page.getByText("Signed in").waitFor();
    await visitor.close();
  });

  it("says so to who signed in there when the page that opened it is gone", async () => {
    await signUp(stage.product, "left@example.com");
    const visitor = await visit();
    await visitor.page.goto(`http://joinsmarty.localhost:${port}/`);
    const popUp = await openWindow(visitor);
    // In place, however early: pressed before the page is alive, they wait for its script.
    await popUp.getByRole("link", { name: "Create a free account" }).click();
    await popUp.getByRole("link", { name: "Log in", exact: true }).click();
    await popUp.getByRole("heading", { name: "Welcome back" }).waitFor();
    await visitor.page.close();
    await logIn(popUp, "left@example.com");
    await popUp.getByText("The page that opened this window is gone. You can close it.").waitFor();
    expect(await popUp.getByRole("button", { name: "Continuing" }).count()).toBe(0);
    await visitor.close();
  });

  it("tells nothing to a page that is not on the list", async () => {
    const cookies = await signUp(stage.product, "victim@example.com");
    const visitor = await visit();
    await visitor.context.addCookies(cookies);
    await visitor.page.goto(`http://evil.localhost:${port}/`);
    const refused = await openWindow(visitor);
    await refused.getByRole("heading", { name: "We don't recognize where this link leads" }).waitFor();
    await refused.close();
    // Nor to one that claims to be somebody else: the browser gives the words to the named origin only.
    const popup = visitor.context.waitForEvent("page");
    await visitor.page.evaluate(
      ([home, origin]) => {
        window.open(`${home}/login-full-page?origin=${encodeURIComponent(origin ?? "")}&state=x`);
      },
      [stage.product.url, `http://joinsmarty.localhost:${port}`],
    );
    const claimed = await popup;
    await claimed.getByRole("button", { name: "Continue" }).click();
    await visitor.page.waitForTimeout(800);
    expect(await visitor.page.evaluate(() => (window as { all?: unknown[] }).all ?? [])).toEqual([]);
    expect(await visitor.page.locator("output").textContent()).toBe("");
    // And a token is not made for whoever asks by script.
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const response = await fetch(`${stage.product.url}/login-full-page.data`, {
      method: "POST",
      headers: {
        cookie: header,
        origin: `http://evil.localhost:${port}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: `origin=${encodeURIComponent(`http://joinsmarty.localhost:${port}`)}`,
    });
    expect(response.status).toBe(403);
    await visitor.close();
  });
});
