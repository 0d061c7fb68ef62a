create table identity.one_time_links (
  link_hash bytea primary key check (length(link_hash) = 32),
  kind text not null check (kind in ('verify_email', 'reset_password', 'set_password', 'change_email', 'sign_in')),
  user_id uuid not null references identity.users (user_id),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_of_user on identity.one_time_links (user_id, kind, created_at desc);

-- Tries in a window, counted for accounts and networks by hash: what was tried is not kept.
create table identity.tries (
  scope text not null,
  key_hash bytea not null check (length(key_hash) = 32),
  window_start timestamptz not null,
  tries integer not null check (tries > 0),
  primary key (scope, key_hash, window_start)
);
create index tries_by_age on identity.tries (window_start);

alter table identity.sessions
  add column last_used_at timestamptz,
  add column confirmed_at timestamptz,
  add column country text check (country ~ '^[A-Z]{2}$');
update identity.sessions set last_used_at = issued_at, confirmed_at = issued_at;
alter table identity.sessions
  alter column last_used_at set not null,
  alter column confirmed_at set not null,
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (
    end_reason in ('signed_out', 'signed_out_elsewhere', 'password_changed', 'replaced', 'merged', 'account_deleted')
  );

alter table identity.users
  add column deleted_at timestamptz,
  add column pending_email text check (pending_email = lower(pending_email));

-- What happened to an account's safety, for its owner to read.
create table identity.safety_events (
  event_id bigint generated always as identity primary key,
  user_id uuid not null references identity.users (user_id),
  kind text not null check (
    kind in (
      'registered', 'signed_in', 'signed_out', 'signed_out_elsewhere', 'password_changed', 'password_reset', 'email_verified',
      'email_change_asked', 'email_changed', 'second_factor_added', 'second_factor_removed', 'linked', 'unlinked', 'merged',
      'data_exported', 'account_deleted'
    )
  ),
  detail text not null default '',
  user_agent text not null default '',
  address text not null default '',
  at timestamptz not null
);
create index safety_events_of_user on identity.safety_events (user_id, at desc);
