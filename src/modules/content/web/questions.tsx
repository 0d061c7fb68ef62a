/** Questions and answers by topic, narrowed while one types. What was typed stands in the address, so that it can be sent on. */
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { decodePart } from "#client/decode.ts";
import type { Page } from "#content";
import { Icon } from "#ui/icon.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { ChatLink } from "../../../site/chat-link.tsx";
import { FaqVote } from "./faq-vote.tsx";
import { Words } from "./words.tsx";

export type Topic = Pick<Page, "name" | "title" | "parts">;

const fold = (text: string): string =>
  text
    .replace(/<[^>]{0,200}>/g, " ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** Every word must begin a word of the question or of its answer. */
function finds(folded: string, asked: string): boolean {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  return words.every((word) => ` ${folded}`.includes(` ${word}`));
}

/** The ways on for whoever did not find an answer. */
export function StillStuck({ contact }: { contact: string }) {
  const t = useText();
  return (
    <aside className="card card-pad lg:sticky lg:top-6" aria-labelledby="stuck">
      <h2 id="stuck" className="mb-3 text-xl">
        {t("Not answered?")}
      </h2>
      <p className="muted">{t("A person reads what you write and answers by email.")}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <a className="btn btn-primary" href={contact}>
          {t("Write to us")}
        </a>
        <ChatLink href={`${contact}#chat`}>{t("Chat with us")}</ChatLink>
      </p>
      <p className="mt-4">
        <a href="/account/contact?about=missing-purchase">{t("Report a missing purchase")}</a>
      </p>
    </aside>
  );
}

/** Whoever reads the answer is asked whether it helped. */
function Question({ part, isNamed }: { part: Topic["parts"][number]; isNamed: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details id={part.id} open={isNamed || undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {part.title}
        <Icon name="plus" />
      </summary>
      <Words html={part.html} />
      {isOpen && <FaqVote question={part.id} />}
    </details>
  );
}

/** What found nothing, once somebody stopped typing; it is told without who asked. */
const PAUSE_MS = 1_500;

function useLostSearch(asked: string, isLost: boolean) {
  const language = useLanguage();
  const told = useRef(new Set<string>());
  useEffect(() => {
    const q = asked.trim();
    if (!isLost || q.length < 3 || told.current.has(q)) return;
    const timer = setTimeout(() => {
      told.current.add(q);
      // A figure for us: nobody who reads is told when it cannot be kept.
      call("/api/help/faq-searches", { json: { q, language } }).catch(() => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, isLost, language]);
}

export function Questions({ topics, contact }: { topics: readonly Topic[]; contact: string }) {
  const t = useText();
  const [asked, setAsked] = useState("");
  const [opened, setOpened] = useState("");
  const folded = useMemo(
    () =>
      new Map(
        topics.flatMap((topic) => topic.parts.map((part) => [part.id, fold(`${part.title} ${part.html}`)] as const)),
      ),
    [topics],
  );
  useEffect(() => {
    setAsked(new URLSearchParams(window.location.search).get("q") ?? "");
    const follow = () => setOpened(decodePart(window.location.hash.slice(1)));
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    if (opened) document.getElementById(opened)?.scrollIntoView();
  }, [opened]);

  function ask(text: string) {
    setAsked(text);
    const url = new URL(window.location.href);
    if (text) url.searchParams.set("q", text);
    else url.searchParams.delete("q");
    window.history.replaceState(window.history.state, "", url);
  }

  const shown = topics
    .map((topic) => ({ ...topic, parts: topic.parts.filter((part) => finds(folded.get(part.id) ?? "", asked)) }))
    .filter((topic) => topic.parts.length > 0);
  const count = shown.reduce((sum, topic) => sum + topic.parts.length, 0);
  useLostSearch(asked, count === 0);
  return (
    <>
      <search className="needs-script">
        <form onSubmit={(event) => event.preventDefault()} className="field max-w-[32rem]">
          <label htmlFor="faq-search">{t("Search the answers")}</label>
          <input
            id="faq-search"
            type="search"
            className="input"
            value={asked}
            maxLength={80}
            onChange={(event) => ask(event.target.value)}
            autoComplete="off"
          />
        </form>
        <p className="small muted mt-2" role="status">
          {asked ? t("Answers found: {{number}}", { number: count }) : ""}
        </p>
      </search>
      {count === 0 && (
        <div className="card card-pad mt-6">
          <p>{t("We have no answer to “{{asked}}” yet.", { asked })}</p>
          <p className="mt-3 flex flex-wrap gap-2">
            <a className="btn btn-primary" href={contact}>
              {t("Ask us")}
            </a>
            <ChatLink href={`${contact}#chat`}>{t("Chat with us")}</ChatLink>
          </p>
        </div>
      )}
      {shown.map((topic) => (
        <section key={topic.name} aria-labelledby={topic.name} className="mt-8">
          <h2 id={topic.name} className="mb-3 text-xl">
            {topic.title}
          </h2>
          <div className="faq">
            {topic.parts.map((part) => (
              <Question key={part.id} part={part} isNamed={opened === part.id} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
