-- A refund to a card takes nothing from a member's balance: there is no hold to capture or release.
alter table payables.payables alter column hold_id drop not null;
