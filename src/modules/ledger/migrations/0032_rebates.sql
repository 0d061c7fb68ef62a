-- What memberships pay back: borne by the house, beside what is given to win members.
insert into ledger.account_kinds (kind, class, unit, house, bound) values ('rebates', 'expense', 'USD', true, 'none');
