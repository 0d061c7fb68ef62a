import { session } from "#client/call.ts";

// Asked before anybody can be found signed in; the part itself is loaded for those who come back.
session.returned = (left) => {
  if (left.keeps || left.wishes) void import("./take-up.ts").then((part) => part.takeUp(left));
};

/** What somebody wanted of a store before they left to sign in. Shows nothing of its own. */
export default function CatalogHost() {
  return null;
}
