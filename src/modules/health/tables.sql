-- The schema `health` as it stands after all migrations. Written by `npm run tables`.

create table health.alarms (
  alarm_id uuid not null,
  check_name text not null,
  state text not null,
  level text not null,
  line text not null,
  queue text,
  fine_looks integer not null default 0,
  noticed_at timestamp with time zone not null,
  raised_at timestamp with time zone,
  cleared_at timestamp with time zone,
  quiet_until timestamp with time zone,
  quiet_by text,
  constraint alarms_pkey PRIMARY KEY (alarm_id),
  constraint alarms_level_check CHECK ((level = ANY (ARRAY['warn'::text, 'bad'::text]))),
  constraint alarms_state_check CHECK ((state = ANY (ARRAY['noticed'::text, 'raised'::text, 'cleared'::text])))
);
CREATE INDEX alarms_by_day ON health.alarms USING btree (noticed_at DESC);
CREATE UNIQUE INDEX alarms_open ON health.alarms USING btree (check_name) WHERE (state <> 'cleared'::text);

create table health.backups (
  backup_id uuid not null,
  at timestamp with time zone not null,
  note text not null,
  constraint backups_pkey PRIMARY KEY (backup_id)
);
CREATE INDEX backups_by_time ON health.backups USING btree (at DESC);

create table health.error_days (
  group_id uuid not null,
  day date not null,
  errors bigint not null,
  constraint error_days_pkey PRIMARY KEY (group_id, day),
  constraint error_days_group_id_fkey FOREIGN KEY (group_id) REFERENCES health.error_groups(group_id) ON DELETE CASCADE
);

create table health.error_groups (
  group_id uuid not null,
  message text not null,
  place text not null,
  state text not null default 'open'::text,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  errors bigint not null,
  last_request_id text,
  closed_by text,
  closed_at timestamp with time zone,
  constraint error_groups_pkey PRIMARY KEY (group_id),
  constraint error_groups_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX error_groups_by_time ON health.error_groups USING btree (last_at DESC);

create table health.figure_days (
  name text not null,
  day date not null,
  value bigint not null,
  counted_at timestamp with time zone not null,
  constraint figure_days_pkey PRIMARY KEY (name, day)
);

create table health.incidents (
  incident_id uuid not null,
  text_en text not null,
  text_es text not null,
  begun_at timestamp with time zone not null,
  until timestamp with time zone not null,
  begun_by text not null,
  ended_at timestamp with time zone,
  ended_by text,
  constraint incidents_pkey PRIMARY KEY (incident_id),
  constraint incidents_check CHECK ((until > begun_at)),
  constraint incidents_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 300))),
  constraint incidents_text_es_check CHECK (((length(text_es) >= 1) AND (length(text_es) <= 300)))
);
CREATE UNIQUE INDEX incidents_one ON health.incidents USING btree ((true)) WHERE (ended_at IS NULL);

create table health.vitals (
  day date not null,
  page text not null,
  vital text not null,
  step integer not null,
  visits bigint not null,
  constraint vitals_pkey PRIMARY KEY (day, page, vital, step),
  constraint vitals_vital_check CHECK ((vital = ANY (ARRAY['LCP'::text, 'INP'::text, 'CLS'::text, 'TTFB'::text])))
);
