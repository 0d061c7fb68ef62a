/** Opening the chat: its part is loaded when somebody does, and stays open through a reload. Buttons of any page may call this. */
export const CHAT_ASKED = "chat_asked";
const OPEN = "chat_open";

export function wasChatOpen(): boolean {
  try {
    return sessionStorage.getItem(OPEN) !== null || window.location.hash === "#chat";
  } catch {
    return false;
  }
}

export function keepChatOpen(open: boolean): void {
  try {
    if (open) sessionStorage.setItem(OPEN, "1");
    else sessionStorage.removeItem(OPEN);
  } catch {
    // Where nothing may be kept it is opened anew.
  }
}

export function openChat(): void {
  keepChatOpen(true);
  window.dispatchEvent(new Event(CHAT_ASKED));
}
