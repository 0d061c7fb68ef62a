import { useEffect, useState } from "react";
import { pageContext } from "#services";
import { personalPage } from "#ui/page.ts";
import { Segmented } from "#ui/segmented.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import type { Route } from "./+types/kit";
import { CardParts } from "./kit/card-parts.tsx";
import { Controls } from "./kit/controls.tsx";
import { LoginElementDemo } from "./kit/login-element-demo.tsx";
import { MoneyParts } from "./kit/money-parts.tsx";
import { ShopParts } from "./kit/shop-parts.tsx";
import { Windows } from "./kit/windows.tsx";

export const handle = personalPage({ payment: true, spanish: () => [import("#ui/payment/es.json")] });

export const meta = () => [{ title: "Kit" }, { name: "robots", content: "noindex" }];

/** For the people who build: there is no such page in production. */
export async function loader({ context }: Route.LoaderArgs) {
  const { development, payment } = context.get(pageContext);
  if (!development) throw new Response("Not found", { status: 404 });
  return payment;
}

const THEMES = ["theme1", "theme2", "theme3"].map((value) => ({ value, text: value }));
const MODES = ["system", "light", "dark"].map((value) => ({ value, text: value }));

/** Every component in every state. Theme and mode are set on the document, as a partner and a reader set them. */
export default function Kit({ loaderData }: Route.ComponentProps) {
  const [theme, setTheme] = useState("theme1");
  const [mode, setMode] = useState("system");
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    if (mode === "system") delete root.dataset.mode;
    else root.dataset.mode = mode;
  }, [theme, mode]);
  return (
    <Frame>
      <div className="wrap section-tight">
        <h1>Components</h1>
        <p className="lead mt-3">Every part in every state. Set the theme and the mode, then look again.</p>
        <div className="row row-wrap mt-5">
          <Segmented label="Theme" choices={THEMES} value={theme} onChoose={setTheme} />
          <Segmented label="Mode" choices={MODES} value={mode} onChoose={setMode} />
        </div>
        <Controls />
        <CardParts settings={loaderData} />
        <MoneyParts />
        <ShopParts />
        <Windows />
        <LoginElementDemo />
      </div>
    </Frame>
  );
}
