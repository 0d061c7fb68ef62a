import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * What every page needs travels in two files: it compresses better together than as thirty small ones, and the frameworks'
 * file stays in readers' caches when our own code changes.
 */
const codeSplitting = {
  groups: [
    { name: "frameworks", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
    // Not the parts of forms, receipts and trails, although many pages have one: those that have none would carry them.
    {
      name: "shell",
      test: /src\/(ui|client)\/(?!(?:field|check|select|(?:email|password)-field|progress|receipt|cent-trail|timeline)\.).*\.tsx?$/,
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
    // Parts of forms, of which nearly every list has all.
    { name: "form-parts", test: /src\/ui\/(?:field|select|progress)\.tsx$/, priority: 1 },
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

/**
 * React Router names its components for developers' tools, by statements that keep in the file even those that nobody uses:
 * our links are plain anchors.
 */
const unusedComponentsLeftOut: Plugin = {
  name: "unused-components-left-out",
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\/.*\.js$/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = ".*";$/gm, "")
        .replace(/(?<= = )(?=React\$\d\.forwardRef\()/g, "/* @__PURE__ */ "),
  },
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), unusedComponentsLeftOut],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  build: { target: "es2022", assetsInlineLimit: 0, sourcemap: false },
  server: { hmr: { port: 24678 } },
});
