import { lazy, Suspense, useEffect, useState } from "react";
import { CHAT_ASKED, keepChatOpen, wasChatOpen } from "#client/chat.ts";
import { withTexts } from "#ui/text.tsx";

const ChatPanel = lazy(() => withTexts(import("./chat/chat-panel.tsx")));

/** The chat beside whatever page: nothing of it is there before somebody opens it. */
export default function HelpHost() {
  /** How often it was asked for; 0 while nobody has, and -1 where it was open on the page before. */
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const ask = () => setAsked((times) => Math.abs(times) + 1);
    if (wasChatOpen()) setAsked(-1);
    window.addEventListener(CHAT_ASKED, ask);
    return () => window.removeEventListener(CHAT_ASKED, ask);
  }, []);
  if (asked === 0) return null;
  return (
    <Suspense fallback={null}>
      <ChatPanel
        asked={asked}
        onClose={() => {
          keepChatOpen(false);
          setAsked(0);
        }}
      />
    </Suspense>
  );
}
