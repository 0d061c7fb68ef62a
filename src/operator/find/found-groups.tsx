/** What was found, by kind. */
import { nameOf } from "../words.ts";
import type { Found } from "./find-everywhere.ts";

export function FoundGroups({ found, typed }: { found: Found; typed: string }) {
  if (found.length === 0) return <p className="con-nothing">Nothing is known by “{typed}”.</p>;
  return (
    <>
      {found.map(({ kind, links }) => (
        <section className="panel" key={kind} aria-label={nameOf(kind)}>
          <div className="panel-head">
            <h2>{nameOf(kind)}</h2>
          </div>
          <ul className="con-links">
            {links.map((link) => (
              <li key={link.id}>
                <a href={link.href}>
                  <b>{link.personal ?? link.line}</b>
                </a>{" "}
                {link.personal && link.line} <span className="con-id">{link.id}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
