import { session } from "#client/call.ts";

// Asked before anybody can be found signed in; the part itself is loaded for those who bring something.
session.arrived = () => void import("./arrival.ts").then((part) => part.arrive());

/** What is due when somebody arrives with a promotion or a friend's code. Shows nothing of its own. */
export default function RewardsHost() {
  return null;
}
