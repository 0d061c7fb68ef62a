-- What people who run the service do with an account: close it, look at it with its owner's leave, write down what colleagues
-- should know. What was done is told in the account's own activity.
alter table identity.users add column closed_at timestamptz;
alter table identity.users add column looks_allowed_at timestamptz;
alter table identity.sessions drop constraint sessions_end_reason_check;
alter table identity.sessions add constraint sessions_end_reason_check check (end_reason in
  ('signed_out', 'signed_out_elsewhere', 'password_changed', 'replaced', 'merged', 'account_deleted', 'account_closed', 'factor_reset'));
alter table identity.safety_events drop constraint safety_events_kind_check;
alter table identity.safety_events add constraint safety_events_kind_check check (kind in
  ('registered', 'signed_in', 'signed_out', 'signed_out_elsewhere', 'password_changed', 'password_reset', 'email_verified',
   'email_change_asked', 'email_changed', 'email_change_undone', 'claimed', 'codes_wrong', 'second_factor_added',
   'second_factor_removed', 'linked', 'unlinked', 'merged', 'data_exported', 'account_deleted',
   'verified_by_hand', 'unlocked', 'factor_reset', 'account_closed', 'account_restored', 'looked_at', 'copy_taken'));
create table identity.member_notes (
  note_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  by text not null check (length(by) between 1 and 100),
  body text not null check (length(body) between 1 and 2000),
  at timestamptz not null
);
create index member_notes_of_user on identity.member_notes (user_id, at desc);
create table identity.looks (
  look_id uuid primary key,
  user_id uuid not null references identity.users (user_id),
  by text not null check (length(by) between 1 and 100),
  reason text not null,
  allowed boolean not null,
  at timestamptz not null,
  ends_at timestamptz not null
);
create index looks_of_user on identity.looks (user_id, by, ends_at desc);
create index users_by_age on identity.users (created_at desc, user_id desc);
create index users_closed on identity.users (created_at desc, user_id desc) where closed_at is not null;
create index users_unverified on identity.users (created_at desc, user_id desc) where email_verified_at is null and deleted_at is null and merged_at is null;
create index users_email_begins on identity.users (email text_pattern_ops);
create index users_name_begins on identity.users (lower(name) text_pattern_ops);
create index linked_accounts_email_begins on identity.linked_accounts (email text_pattern_ops);
