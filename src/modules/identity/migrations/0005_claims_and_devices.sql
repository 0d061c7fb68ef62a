-- A changed address can be taken back by its owner: a link for the old address.
alter table identity.one_time_links drop constraint one_time_links_kind_check;
alter table identity.one_time_links add constraint one_time_links_kind_check
  check (kind in ('verify_email', 'reset_password', 'set_password', 'change_email', 'sign_in', 'undo_email'));

alter table identity.safety_events drop constraint safety_events_kind_check;
alter table identity.safety_events add constraint safety_events_kind_check
  check (kind in (
    'registered', 'signed_in', 'signed_out', 'signed_out_elsewhere', 'password_changed', 'password_reset',
    'email_verified', 'email_change_asked', 'email_changed', 'email_change_undone', 'claimed', 'codes_wrong',
    'second_factor_added', 'second_factor_removed', 'linked', 'unlinked', 'merged', 'data_exported', 'account_deleted'
  ));

-- Browsers that signed in to an account, by a secret of their own. What strangers try elsewhere is not counted
-- against them; after a claim or a new password they are as strange as any.
create table identity.devices (
  user_id uuid not null references identity.users (user_id),
  device_hash bytea not null check (length(device_hash) = 32),
  first_at timestamptz not null,
  last_at timestamptz not null,
  dropped_at timestamptz,
  primary key (user_id, device_hash)
);
create index devices_by_hash on identity.devices (device_hash);

-- Wrong codes of the second step since the last right one: of each known device, and of all others together.
create table identity.wrong_codes (
  user_id uuid not null references identity.users (user_id),
  device_hash bytea not null check (length(device_hash) in (0, 32)),
  wrong integer not null check (wrong > 0),
  last_at timestamptz not null,
  told_at timestamptz,
  primary key (user_id, device_hash)
);
