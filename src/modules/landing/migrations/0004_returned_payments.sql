-- Why a bonus was taken back, and when it was last decided: a month that is given back later takes its bonus along.
alter table landing.bonuses add column reason_code text, add column decided_at timestamptz;
alter table landing.bonus_events add column reason_code text;
update landing.bonuses b set
  decided_at = (select max(e.at) from landing.bonus_events e where e.draw_id = b.draw_id),
  reason_code = case when state = 'reversed' then 'membership_ended' end
where state <> 'pending';
alter table landing.bonuses add constraint bonuses_reason_check check ((state = 'reversed') = (reason_code is not null));
-- Two accounts that become one bring theirs along, of which one waits at most.
alter table landing.bonuses drop constraint bonuses_user_id_key;
create unique index bonuses_waiting on landing.bonuses (user_id) where state = 'pending';
create index bonuses_of_user on landing.bonuses (user_id);
create index bonuses_decided on landing.bonuses (decided_at) where decided_at is not null;
