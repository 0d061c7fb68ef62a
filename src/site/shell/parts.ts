/** The parts of every page's shell that know its reader. */
import { lazy } from "react";
import { track } from "#client/track.ts";
import type { ShellParts } from "#ui/shell/shell-parts.tsx";
import { withTexts } from "#ui/text.tsx";
import { Banner } from "./banner.tsx";
import { HeaderViewer } from "./header-viewer.tsx";
import { TabBar } from "./tabbar.tsx";
import { Toasts } from "./toasts.tsx";

const loadMenu = () => withTexts(import("./menu.tsx")).then(({ Menu }) => ({ default: Menu }));

export const SHELL_PARTS: ShellParts = {
  HeaderEnd: HeaderViewer,
  Menu: lazy(loadMenu),
  prepareMenu: () => void loadMenu(),
  TabBar,
  Toasts,
  Banner,
  Suggestions: lazy(() => withTexts(import("../../modules/catalog/web/search-suggestions.tsx"))),
  onSearch: () => track("search"),
};
