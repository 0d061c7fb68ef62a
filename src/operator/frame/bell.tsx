/** Rings where something waits at the desk: counts and lists are asked for anew. Whoever has it open is at the desk. */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { followStream } from "#client/tab-stream.ts";

export function Bell() {
  const { revalidate } = useRevalidator();
  const ring = useEffectEvent((event: string) => {
    if (event === "desk") void revalidate();
  });
  useEffect(
    () =>
      followStream({
        name: "tuppence-desk",
        address: () => "/api/console/live",
        events: ["desk"],
        hear: ({ event }) => ring(event),
      }),
    [],
  );
  return null;
}
