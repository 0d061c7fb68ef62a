/** Chats as the door of help hands them out: for their writers, for the desk, for time. */

import type { Brand } from "#partners";
import type { Channels } from "#platform/channels";
import type { Clock } from "#platform/clock";
import { createEventStreams } from "#platform/event-stream";
import type { Log } from "#platform/log";
import { type Beginner, type Beginning, beginChat } from "./begin-chat.ts";
import type { ChatContext, ChatWriter } from "./chat-context.ts";
import { readChatStates } from "./chat-store.ts";
import { createDeskTalk } from "./desk-talk.ts";
import { createChatEnder, endChat } from "./end-chat.ts";
import { createChatHub } from "./hub.ts";
import { lookAtChat, lookAtLate } from "./look-at-chat.ts";
import { createAddressProver } from "./prove-address.ts";
import { openChat, readHours } from "./read-chat.ts";
import { type SaidWords, sayFromHouse, sayInChat } from "./say-in-chat.ts";
import { createChatStreams } from "./stream-chat.ts";
import { judgeChat, seeChat, typeInChat } from "./tell-chat.ts";
import { createVisitorKeys } from "./visitor-key.ts";

export function createChats(deps: Omit<ChatContext, "hub"> & { clock: Clock; channels: Channels; log: Log }) {
  const hub = createChatHub(deps);
  const keys = createVisitorKeys(deps);
  const context: ChatContext = { ...deps, hub };
  const proofs = createAddressProver({ ...context, keys });
  const look = { ...context, proofs };
  const endChatOf = createChatEnder(context);
  const streams = createEventStreams();
  return {
    keys,
    streams,
    hours: (brand: Brand) => readHours(context, brand),
    open: (who: ChatWriter, asked: string | null) => openChat(context, who, asked),
    begin: (writer: Beginner, given: Beginning) => beginChat(look, writer, given),
    say: (who: ChatWriter, given: SaidWords) => sayInChat(context, who, given),
    end: (who: ChatWriter, messageId: string) => endChat({ ...context, endChatOf }, who, messageId),
    endChatOf,
    seen: (who: ChatWriter, messageId: string, place: bigint) => seeChat(context, who, messageId, place),
    typing: (who: ChatWriter, messageId: string) => typeInChat(context, who, messageId),
    judge: (who: ChatWriter, messageId: string, solved: boolean) => judgeChat(context, who, messageId, solved),
    code: { give: proofs.give, again: proofs.again },
    follow: createChatStreams(context, streams),
    lookAt: (messageId: string) => lookAtChat(look, messageId),
    lookAtLate: () => lookAtLate(look),
    desk: {
      say: (input: Parameters<typeof sayFromHouse>[1]) => sayFromHouse(context, input),
      states: (messageIds: readonly string[]) => readChatStates(deps.database.db, messageIds),
      talk: createDeskTalk(context),
    },
    close(): void {
      streams.close();
      hub.close();
    },
  };
}
export type Chats = ReturnType<typeof createChats>;
