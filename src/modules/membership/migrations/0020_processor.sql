-- Amounts as they were asked for and as the processor says it took them.
alter table membership.attempts add column amount_minor bigint, add column paid_minor bigint;
update membership.attempts a set amount_minor = c.amount_minor from membership.charges c where c.charge_id = a.charge_id;
update membership.attempts set paid_minor = amount_minor where state = 'succeeded';
alter table membership.attempts alter column amount_minor set not null;

-- When each row is looked at next: a sweep takes those whose time has come, the longest waiting first, and puts each off.
-- What cannot be settled today therefore never stands before what can.
alter table membership.attempts add column next_look_at timestamptz, add column looks integer not null default 0;
update membership.attempts set next_look_at = asked_at + interval '10 minutes';
alter table membership.attempts alter column next_look_at set not null;
drop index membership.attempts_waiting;
create index attempts_waiting on membership.attempts (next_look_at) where state in ('sent', 'processing', 'requires_action');

alter table membership.memberships add column next_look_at timestamptz;
drop index membership.memberships_due;
create index memberships_due on membership.memberships (greatest(next_action_at, next_look_at)) where next_action_at is not null;

alter table membership.inbox add column next_look_at timestamptz, add column looks integer not null default 0;
update membership.inbox set next_look_at = received_at + interval '10 minutes';
alter table membership.inbox alter column next_look_at set not null;
drop index membership.inbox_waiting;
create index inbox_waiting on membership.inbox (next_look_at) where done_at is null;

alter table membership.cards add column next_look_at timestamptz;
drop index membership.cards_to_detach;
create index cards_to_detach on membership.cards (user_id) where removed_at is not null and detached_at is null;
create index cards_to_look_at on membership.cards (greatest(removed_at, next_look_at)) where removed_at is not null and detached_at is null;
alter table membership.customers add column next_look_at timestamptz;
drop index membership.customers_to_forget;
create index customers_to_forget on membership.customers (greatest(left_at, next_look_at)) where left_at is not null and forgotten_at is null;

-- What only a person can decide: a sum that the processor never gave a clear answer to, and a refund that it does not make.
alter table membership.charges add column needs_person_since timestamptz, add column needs_person_why text;
create index charges_for_person on membership.charges (needs_person_since) where needs_person_since is not null;
alter table membership.refunds drop constraint refunds_state_check;
alter table membership.refunds add constraint refunds_state_check check (state in ('asked', 'done', 'failed', 'closed'));
alter table membership.refunds add column round integer not null default 1, add column failure text, add column failed_at timestamptz,
  add column next_look_at timestamptz, add column looks integer not null default 0;
update membership.refunds set next_look_at = asked_at + interval '10 minutes';
alter table membership.refunds alter column next_look_at set not null;
create index refunds_waiting on membership.refunds (next_look_at) where state = 'asked';
create index refunds_for_person on membership.refunds (failed_at) where state = 'failed';
create index refunds_of_charge on membership.refunds (charge_id);
create index consents_of_membership on membership.consents (membership_id, at);
create index joins_open_of_card on membership.joins (card_key) where state = 'open' and with_trial;
create index memberships_of_card on membership.memberships (payment_method_id) where state <> 'ended';

-- Each entry of the processor's balance has its line in our books: both sides say when they found each other, so that a
-- comparison looks at those alone which have not.
alter table membership.balance_entries add column matched_at timestamptz;
alter table membership.movements add column matched_at timestamptz;
create index balance_entries_alone on membership.balance_entries (payment_id)
  where matched_at is null and payment_id is not null and kind in ('charge', 'refund', 'dispute');
create index movements_alone on membership.movements (payment_id) where matched_at is null;
create index balance_entries_by_time on membership.balance_entries (at);

-- The sum of all entries, kept as they come.
create table membership.balance_total (
  one boolean primary key default true check (one),
  total_minor bigint not null
);
insert into membership.balance_total (total_minor) select coalesce(sum(amount_minor - fee_minor), 0) from membership.balance_entries;
create function membership.keep_balance_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update membership.balance_total set total_minor = total_minor - (old.amount_minor - old.fee_minor);
    return old;
  end if;
  update membership.balance_total set total_minor = total_minor + (new.amount_minor - new.fee_minor);
  return new;
end $$;
create trigger keep_balance_total after insert or delete on membership.balance_entries
  for each row execute function membership.keep_balance_total();
