-- The nonce of a One Tap credential: made here, and spent with the credential that names it.
alter table identity.challenges drop constraint challenges_kind_check;
alter table identity.challenges add constraint challenges_kind_check
  check (kind in ('passkey_added', 'passkey_used', 'second_step', 'one_tap'));
