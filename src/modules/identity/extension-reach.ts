/**
 * What the extension's own session opens: what its popup shows and what a press there chooses. Everything else of an account, and above
 * all its money and its safety, is the site's alone. Routes as they are registered, so that no other way of writing an address passes. Pure.
 */
const REACH = new Set([
  "GET /api/user/summary",
  "GET /api/user/favourites",
  "PUT /api/user/favourites/:internal_name",
  "DELETE /api/user/favourites/:internal_name",
  "PUT /api/user/price-alerts/:slug",
]);

export const isInReach = (method: string, route: string | undefined): boolean => REACH.has(`${method} ${route}`);
