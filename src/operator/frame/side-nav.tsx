/** The side in the cover's colour: places by group, with how much waits at each. On a phone a bar with a menu. */
import { useEffect, useRef } from "react";
import { Icon, Mark, Wordmark } from "#ui/icon.tsx";
import { placeAt } from "../places.ts";
import { nameOf } from "../words.ts";
import type { ShellData } from "./shell-data.ts";

const GROUPS = ["Watch", "Decide", "Run"] as const;

export function SideNav({
  shell,
  pathname,
  open,
  onOpen,
}: {
  shell: ShellData;
  pathname: string;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path closes the menu.
  useEffect(() => onOpen(false), [pathname]);
  const side = useRef<HTMLElement>(null);
  // A long side stands at its top on each page: where its reader is comes into view, and nothing but the side is scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another place.
  useEffect(() => {
    const { current: nav } = side;
    const here = [...(nav?.querySelectorAll<HTMLElement>("[aria-current]") ?? [])].at(-1);
    if (!nav || !here || nav.scrollHeight <= nav.clientHeight) return;
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (bottom > nav.scrollTop + nav.clientHeight || top < nav.scrollTop)
      nav.scrollTop = top - (nav.clientHeight - here.offsetHeight) / 2;
  }, [pathname]);
  const waiting = shell.queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const current = placeAt(shell.places, pathname);
  const queueHrefs = shell.queues.filter((queue) => queue.waiting > 0);
  return (
    <nav ref={side} className="con-side on-cover" aria-label="Console" data-open={open || undefined}>
      <a className="brand" href="/console" aria-label="Tuppence console">
        <Mark />
        <Wordmark />
      </a>
      <button type="button" className="con-menu" aria-expanded={open} onClick={() => onOpen(!open)}>
        Menu
      </button>
      <div className="con-places">
        {GROUPS.map((group) => {
          const places = shell.places.filter((place) => place.group === group);
          if (places.length === 0) return null;
          return (
            <div key={group}>
              <h2>{group}</h2>
              {places.map((place) => (
                <a key={place.href} href={place.href} aria-current={place.href === current ? "page" : undefined}>
                  <Icon name={place.icon} size="sm" />
                  {place.text}
                  {place.href === "/console/desk" && waiting > 0 && <span className="n">{waiting}</span>}
                </a>
              ))}
              {group === "Decide" &&
                queueHrefs.map((queue) => (
                  <a
                    key={queue.name}
                    className="sub"
                    href={`/console/desk/${queue.name}`}
                    aria-current={pathname.startsWith(`/console/desk/${queue.name}`) ? "true" : undefined}
                  >
                    {nameOf(queue.name)}
                    <span className={queue.late > 0 ? "n n-late" : "n"}>
                      {queue.waiting}
                      {queue.more ? "+" : ""}
                    </span>
                  </a>
                ))}
            </div>
          );
        })}
      </div>
    </nav>
  );
}
