-- The schema `help` as it stands after all migrations. Written by `npm run tables`.

create table help.askings (
  message_id uuid not null,
  inquiry_id uuid not null,
  words text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint askings_pkey PRIMARY KEY (message_id),
  constraint askings_inquiry_id_key UNIQUE (inquiry_id),
  constraint askings_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint askings_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);

create table help.canned_answers (
  code text not null,
  en text not null,
  es text not null,
  by text not null,
  at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint canned_answers_pkey PRIMARY KEY (code),
  constraint canned_answers_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100))),
  constraint canned_answers_code_check CHECK ((code ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text)),
  constraint canned_answers_en_check CHECK (((length(en) >= 1) AND (length(en) <= 3000))),
  constraint canned_answers_es_check CHECK (((length(es) >= 1) AND (length(es) <= 3000)))
);

create table help.chat_moves (
  move_id uuid not null,
  message_id uuid not null,
  from_state text not null,
  to_state text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint chat_moves_pkey PRIMARY KEY (move_id),
  constraint chat_moves_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.chats(message_id) ON DELETE CASCADE,
  constraint chat_moves_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);
CREATE INDEX chat_moves_of_message ON help.chat_moves USING btree (message_id, at);

create table help.chats (
  message_id uuid not null,
  state text not null,
  state_at timestamp with time zone not null,
  said_at timestamp with time zone not null,
  is_proven boolean not null,
  proof_round integer not null default 0,
  proof_tries integer not null default 0,
  seen_place bigint not null default 0,
  mailed_place bigint not null default 0,
  transcript_place bigint not null default 0,
  constraint chats_pkey PRIMARY KEY (message_id),
  constraint chats_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint chats_proof_round_check CHECK (((proof_round >= 0) AND (proof_round <= 3))),
  constraint chats_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'open'::text, 'ticket'::text, 'idle'::text, 'ended'::text])))
);
CREATE INDEX chats_live ON help.chats USING btree (said_at) WHERE (state <> 'ended'::text);

create table help.entries (
  entry_id uuid not null,
  place bigint not null generated always as identity,
  message_id uuid not null,
  kind text not null,
  code text,
  words text not null,
  by text,
  at timestamp with time zone not null,
  constraint entries_pkey PRIMARY KEY (entry_id),
  constraint entries_place_key UNIQUE (place),
  constraint entries_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint entries_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100))),
  constraint entries_check CHECK (((kind = 'member'::text) = (by IS NULL))),
  constraint entries_check1 CHECK (((kind = 'house'::text) = (code IS NOT NULL))),
  constraint entries_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'house'::text, 'note'::text])))
);
CREATE INDEX entries_of_message ON help.entries USING btree (message_id, place);

create table help.faq_votes (
  vote_id uuid not null,
  question text not null,
  language text not null,
  helpful boolean not null,
  missing text not null default ''::text,
  at timestamp with time zone not null,
  constraint faq_votes_pkey PRIMARY KEY (vote_id),
  constraint faq_votes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint faq_votes_missing_check CHECK ((length(missing) <= 300)),
  constraint faq_votes_question_check CHECK ((question ~ '^[a-z0-9-]{1,80}$'::text))
);
CREATE INDEX faq_votes_by_day ON help.faq_votes USING btree (at DESC, vote_id DESC);

create table help.files (
  file_id uuid not null,
  message_id uuid,
  name text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  entry_id uuid,
  constraint files_pkey PRIMARY KEY (file_id),
  constraint files_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES help.entries(entry_id) ON DELETE CASCADE,
  constraint files_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint files_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text])))
);
CREATE INDEX files_of_entry ON help.files USING btree (entry_id);
CREATE INDEX files_of_message ON help.files USING btree (message_id);
CREATE INDEX files_without_message ON help.files USING btree (created_at) WHERE (message_id IS NULL);

create table help.held_letters (
  held_id uuid not null,
  message_id uuid,
  email text not null,
  subject text not null,
  words text not null,
  language text not null,
  partner text not null,
  why text not null,
  files_left integer not null default 0,
  at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  decision text,
  constraint held_letters_pkey PRIMARY KEY (held_id),
  constraint held_letters_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint held_letters_check CHECK (((decided_at IS NULL) = (decision IS NULL))),
  constraint held_letters_decided_by_check CHECK (((length(decided_by) >= 1) AND (length(decided_by) <= 100))),
  constraint held_letters_decision_check CHECK ((decision = ANY (ARRAY['taken'::text, 'dropped'::text]))),
  constraint held_letters_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint held_letters_why_check CHECK ((why = ANY (ARRAY['unsigned'::text, 'not_the_writer'::text])))
);
CREATE INDEX held_letters_of_message ON help.held_letters USING btree (message_id);
CREATE INDEX held_letters_waiting ON help.held_letters USING btree (at) WHERE (decided_at IS NULL);

create table help.lost_searches (
  day date not null,
  language text not null,
  searched text not null,
  times integer not null,
  constraint lost_searches_pkey PRIMARY KEY (day, language, searched),
  constraint lost_searches_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint lost_searches_searched_check CHECK (((length(searched) >= 1) AND (length(searched) <= 60)))
);

create table help.messages (
  message_id uuid not null,
  number text not null,
  user_id uuid,
  email text,
  name text not null default ''::text,
  language text not null,
  partner text not null,
  topic text not null,
  purchase jsonb,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  state_at timestamp with time zone not null,
  assigned_to text,
  constraint messages_pkey PRIMARY KEY (message_id),
  constraint messages_number_key UNIQUE (number),
  constraint messages_assigned_to_check CHECK (((length(assigned_to) >= 1) AND (length(assigned_to) <= 100))),
  constraint messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint messages_number_check CHECK ((number ~ '^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$'::text)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['open'::text, 'pending_member'::text, 'pending_house'::text, 'resolved'::text, 'closed'::text, 'erased'::text])))
);
CREATE INDEX messages_by_day ON help.messages USING btree (created_at);
CREATE INDEX messages_by_email ON help.messages USING btree (email, created_at DESC) WHERE (email IS NOT NULL);
CREATE INDEX messages_by_state ON help.messages USING btree (created_at DESC, message_id DESC) WHERE (state <> 'erased'::text);
CREATE INDEX messages_moving_on ON help.messages USING btree (state_at) WHERE (state = ANY (ARRAY['pending_member'::text, 'resolved'::text]));
CREATE INDEX messages_of_member ON help.messages USING btree (user_id, created_at DESC);
CREATE INDEX messages_waiting ON help.messages USING btree (due_at, message_id) WHERE (state = ANY (ARRAY['open'::text, 'pending_house'::text]));

create table help.moves (
  move_id uuid not null,
  message_id uuid not null,
  from_state text not null,
  to_state text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint moves_pkey PRIMARY KEY (move_id),
  constraint moves_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE,
  constraint moves_by_check CHECK (((length(by) >= 1) AND (length(by) <= 100)))
);
CREATE INDEX moves_of_message ON help.moves USING btree (message_id, at);

create table help.reviews (
  review_id uuid not null,
  user_id uuid,
  stars integer not null,
  words text not null default ''::text,
  language text not null,
  partner text not null,
  at timestamp with time zone not null,
  constraint reviews_pkey PRIMARY KEY (review_id),
  constraint reviews_user_id_key UNIQUE (user_id),
  constraint reviews_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);

create table help.uninstalls (
  uninstall_id uuid not null,
  reasons text[] not null,
  words text not null default ''::text,
  language text not null,
  partner text not null,
  at timestamp with time zone not null,
  constraint uninstalls_pkey PRIMARY KEY (uninstall_id),
  constraint uninstalls_check CHECK (((cardinality(reasons) > 0) OR (words <> ''::text))),
  constraint uninstalls_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint uninstalls_reasons_check CHECK (((cardinality(reasons) >= 0) AND (cardinality(reasons) <= 8))),
  constraint uninstalls_words_check CHECK ((length(words) <= 2000))
);
CREATE INDEX uninstalls_by_day ON help.uninstalls USING btree (at DESC, uninstall_id DESC);

create table help.verdicts (
  message_id uuid not null,
  solved boolean not null,
  at timestamp with time zone not null,
  constraint verdicts_pkey PRIMARY KEY (message_id),
  constraint verdicts_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.messages(message_id) ON DELETE CASCADE
);
CREATE INDEX verdicts_by_day ON help.verdicts USING btree (at);
