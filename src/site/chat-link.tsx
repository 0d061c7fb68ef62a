/** Opens the chat beside the page; without script it leads to where one writes. */
import type { ReactNode } from "react";
import { openChat } from "#client/chat.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

export const ChatLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <ButtonLink
    href={href}
    onClick={(event) => {
      event.preventDefault();
      openChat();
    }}
  >
    <Icon name="message-circle" size="sm" />
    {children}
  </ButtonLink>
);
