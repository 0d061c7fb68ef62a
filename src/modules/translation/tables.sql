-- The schema `translation` as it stands after all migrations. Written by `npm run tables`.

create table translation.missing (
  text text not null,
  seen bigint not null default 1,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint missing_pkey PRIMARY KEY (text),
  constraint missing_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
