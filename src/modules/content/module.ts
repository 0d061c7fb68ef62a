/** What content tells of itself to the server. */
import { defineModule } from "#platform/module";
import { type ContentCalls, registerContentCalls } from "./http.ts";

export const contentModule = defineModule<ContentCalls>({ name: "content", calls: registerContentCalls });
