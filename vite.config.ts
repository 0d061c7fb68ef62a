import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * What every page needs travels in two files: it compresses better together than as thirty small ones, and the frameworks'
 * file stays in readers' caches when our own code changes.
 */
const codeSplitting = {
  groups: [
    { name: "frameworks", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
    // Not the parts of forms, although many pages have one: those that are only read would carry them.
    {
      name: "shell",
      test: /src\/(ui|client)\/(?!(?:field|check|select|(?:email|password)-field|progress)\.).*\.tsx?$/,
      minShareCount: 14,
      priority: 1,
    },
    // What every page needs and hardly another part shares: each is a few lines, which as files of their own weigh twice as much.
    {
      name: "root-parts",
      test: /src\/(ui\/(toast|on-demand)|client\/(chat|extension|notices)|site\/missing-meta|modules\/attribution\/web\/privacy\/record-failed)\.tsx?$/,
      priority: 1,
    },
    // What lists of stores and a store's own page share: each a few lines.
    {
      name: "store-parts",
      test: /src\/(modules\/catalog\/web\/(rate-words|use-own-rate|links|favourite-heart)|ui\/(rate-row|heart))\.tsx?$/,
      priority: 1,
    },
    // A group takes along what its parts need: what others need too stays in files of its own.
    { name: "pages", test: /src\/(ui\/pager|client\/lists)\.tsx?$/, priority: 1 },
    {
      name: (id: string) => /(\w+)\.tsx$/.exec(id)?.[1] ?? null,
      test: /src\/ui\/(?:field|select|progress)\.tsx$/,
      priority: 1,
    },
    // What all lists of the catalog share, and what all coupons do.
    {
      name: "list-parts",
      test: /src\/modules\/catalog\/web\/(browse|count-words|more|query-form|sort-by|wish-parts)\.tsx?$/,
      priority: 1,
    },
    {
      name: "coupon-parts",
      test: /src\/(modules\/catalog\/web\/coupon-(list|ticket)|ui\/ticket)\.tsx$/,
      priority: 1,
    },
    // The example of the front page, and every member's own.
    { name: "passbook-parts", test: /src\/ui\/(balances|coins|passbook)\.tsx$/, priority: 1 },
  ],
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  build: { target: "es2022", assetsInlineLimit: 0, sourcemap: false },
  server: { hmr: { port: 24678 } },
});
