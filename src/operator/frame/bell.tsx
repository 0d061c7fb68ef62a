/** Rings where something waits at the desk: counts and lists are asked for anew. Whoever has it open is at the desk. */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";

export function Bell() {
  const { revalidate } = useRevalidator();
  const ring = useEffectEvent(() => void revalidate());
  useEffect(() => {
    const source = new EventSource("/api/console/live");
    source.addEventListener("desk", ring);
    return () => source.close();
  }, []);
  return null;
}
