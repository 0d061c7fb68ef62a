-- Of two accounts that become one, both invitations go over, so that each still follows its orders; an account is invited once.
alter table rewards.referrals add column joined_as uuid references identity.users;
update rewards.referrals set joined_as = friend_id;
alter table rewards.referrals
  alter column joined_as set not null,
  drop constraint referrals_friend_id_key,
  add constraint referrals_joined_as_key unique (joined_as);
create index referrals_of_friend on rewards.referrals (friend_id, joined_at);
