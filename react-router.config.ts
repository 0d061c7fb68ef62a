import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  serverModuleFormat: "esm",
  // A page brings the routes it is made of. Those that a link leads to are asked for when a reader turns to the link
  // (`src/ui/navigation.tsx`): the list of all 150 would cost every page 4 KiB of script and its parsing.
  routeDiscovery: { mode: "lazy" },
} satisfies Config;
