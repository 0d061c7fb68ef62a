/** From where a page of the console is asked for, for the log. For loaders. */
import type { RouterContextProvider } from "react-router";
import { pageContext } from "#services";
import type { Visit } from "#staff";

export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  const { visit, requestId } = context.get(pageContext);
  return { user_agent: visit.user_agent, address: visit.address, request_id: requestId };
}
