-- The extension's own sign-in: a code that is worth something only to who made its challenge, and a session that lives as long as the
-- site's session in the same browser.
create table identity.extension_codes (
  code_hash bytea not null constraint extension_codes_pkey primary key check (length(code_hash) = 32),
  challenge bytea not null check (length(challenge) = 32),
  origin text not null check (length(origin) between 1 and 100),
  session_id uuid not null references identity.sessions (session_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index extension_codes_by_age on identity.extension_codes (expires_at);

alter table identity.sessions add column parent_id uuid references identity.sessions (session_id);
create index sessions_of_parent on identity.sessions (parent_id) where parent_id is not null;
