-- What was set aside for a payment: coins are no dollars of a member's until they have left. Those without a hold say dollars.
alter table payables.payables add column held_in text not null default 'USD' check (held_in in ('USD', 'COIN'));
