// Which journeys a change can reach: `npm test -- --changed` runs these of the folders that it touches, beside the main job and every
// template. What a module does for others is theirs to find with the whole check.
const EXTENSION = ["extension", "extension-attacks", "extension-prompts", "extension-sign-in", "checkout-codes"];
const CONSOLE = ["console", "console-pages", "console-members", "console-roles", "console-stores", "console-catalog"];

export const JOURNEYS = {
  attribution: ["privacy", "attacks"],
  benefits: ["rebates", "account"],
  cashback: ["main-job", "guards"],
  catalog: ["search", "products", "product-prices", "console-catalog", "console-feeds", "console-stores", "links"],
  coins: ["offers", "earning-ways", "nothing-to-earn", "phone"],
  content: ["editions", "messages-and-banners", "links"],
  extension: EXTENSION,
  health: ["console"],
  help: ["help", "help-chat"],
  identity: ["session", "social", "passkeys", "guards", "captcha", "hand-overs", "login-component", "account"],
  landing: ["landing", "landing-marks", "landing-trouble", "landing-windows", "upsell", "free-entries"],
  ledger: ["signed-statement", "main-job"],
  mailboxes: ["linked-mailbox", "protection"],
  membership: ["membership", "plans", "card-fields", "landing"],
  notifications: ["offline", "shown-alerts"],
  partners: ["brand-packs"],
  passbook: ["account", "signed-statement"],
  payables: ["main-job"],
  payouts: ["main-job", "held-payouts"],
  privacy: ["privacy-requests"],
  promises: ["pages"],
  protection: ["protection"],
  receipts: ["rebates"],
  rewards: ["free-entries", "account"],
  shipments: ["protection"],
  staff: CONSOLE,
  translation: ["missing-translations", "spanish", "served-words"],
  treasury: ["console"],
};

const FOLDERS = [
  [/^extension\//, EXTENSION],
  [/^(mobile|shell)\//, ["app", "offline"]],
  [/^content\//, ["links", "editions"]],
  [/^src\/operator\//, CONSOLE],
  [/^src\/server\//, ["pages", "early-presses", "odd-addresses", "first-errors", "attacks", "weight"]],
  [/^src\/(ui|client|site)\//, ["keyboard", "session", "no-answer", "weight", "public-ids"]],
];

/** The files of journeys that these paths can reach by their folders. */
export const journeysOf = (paths) => {
  const names = paths.flatMap((path) => {
    const module = /^src\/modules\/([a-z]+)\//.exec(path)?.[1];
    return [
      ...((module && JOURNEYS[module]) ?? []),
      ...FOLDERS.flatMap(([folder, journeys]) => (folder.test(path) ? journeys : [])),
    ];
  });
  return [...new Set(names)].map((name) => `test/e2e/${name}.test.ts`);
};
