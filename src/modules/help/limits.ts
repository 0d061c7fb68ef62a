/** How often somebody may write: each message costs a person's time. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  help_network: { tries: 20, minutes: 60 },
  help_mailbox: { tries: 8, minutes: 1_440 },
  help_reply: { tries: 30, minutes: 60 },
  help_chat_words: { tries: 60, minutes: 10 },
  help_chat_code: { tries: 10, minutes: 60 },
  help_chat_stream: { tries: 120, minutes: 10 },
  help_mail_network: { tries: 200, minutes: 60 },
  help_verdict: { tries: 30, minutes: 60 },
  help_vote: { tries: 60, minutes: 60 },
  help_vote_question: { tries: 6, minutes: 1_440 },
  help_lost_search: { tries: 30, minutes: 60 },
  help_file: { tries: 30, minutes: 60 },
  help_uninstall: { tries: 10, minutes: 60 },
  help_review: { tries: 10, minutes: 60 },
});
