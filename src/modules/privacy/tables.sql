-- The schema `privacy` as it stands after all migrations. Written by `npm run tables`.

create table privacy.request_events (
  request_id uuid not null,
  sequence integer not null,
  state text not null,
  at timestamp with time zone not null,
  by_whom text not null,
  note text not null,
  constraint request_events_pkey PRIMARY KEY (request_id, sequence),
  constraint request_events_request_id_fkey FOREIGN KEY (request_id) REFERENCES privacy.requests(request_id) ON DELETE CASCADE
);

create table privacy.requests (
  request_id uuid not null,
  number text not null,
  user_id uuid,
  email text not null,
  language text not null,
  partner text not null,
  right_asked text not null,
  words text not null,
  state text not null,
  token_hash bytea,
  link_until timestamp with time zone,
  asked_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  due_on date not null,
  ended_at timestamp with time zone,
  reason text,
  sequence integer not null,
  permission text,
  agent_name text not null default ''::text,
  agent_email text not null default ''::text,
  agent_number text not null default ''::text,
  constraint requests_pkey PRIMARY KEY (request_id),
  constraint requests_number_key UNIQUE (number),
  constraint requests_token_hash_key UNIQUE (token_hash),
  constraint requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(user_id),
  constraint requests_agent_check CHECK (((permission IS NOT NULL) OR ((agent_name = ''::text) AND (agent_email = ''::text)))),
  constraint requests_check CHECK (((reason IS NOT NULL) = (state = 'refused'::text))),
  constraint requests_check1 CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['answered'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])))),
  constraint requests_check2 CHECK (((token_hash IS NULL) = (link_until IS NULL))),
  constraint requests_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint requests_number_check CHECK ((number ~ '^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$'::text)),
  constraint requests_permission_check CHECK ((permission = ANY (ARRAY['signed'::text, 'attorney'::text]))),
  constraint requests_reason_check CHECK ((reason = ANY (ARRAY['not_yours'::text, 'no_permission'::text, 'nothing_kept'::text, 'law_keeps_it'::text, 'asked_often'::text, 'withdrawn'::text]))),
  constraint requests_right_asked_check CHECK ((right_asked = ANY (ARRAY['know'::text, 'delete'::text, 'correct'::text, 'opt_out'::text]))),
  constraint requests_state_check CHECK ((state = ANY (ARRAY['unverified'::text, 'open'::text, 'extended'::text, 'answered'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE INDEX requests_by_agent ON privacy.requests USING btree (agent_number) WHERE (agent_number <> ''::text);
CREATE INDEX requests_by_email ON privacy.requests USING btree (email, asked_at DESC) WHERE (email <> ''::text);
CREATE INDEX requests_by_end ON privacy.requests USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX requests_by_link ON privacy.requests USING btree (link_until) WHERE (link_until IS NOT NULL);
CREATE INDEX requests_by_time ON privacy.requests USING btree (asked_at, request_id);
CREATE INDEX requests_by_user ON privacy.requests USING btree (user_id, asked_at DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX requests_due ON privacy.requests USING btree (due_on, request_id) WHERE ((state = ANY (ARRAY['open'::text, 'extended'::text])) OR ((state = 'unverified'::text) AND (permission = 'attorney'::text)));
CREATE UNIQUE INDEX requests_one_open ON privacy.requests USING btree (email, right_asked, agent_email) WHERE ((state = ANY (ARRAY['unverified'::text, 'open'::text, 'extended'::text])) AND (email <> ''::text));
