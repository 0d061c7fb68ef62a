-- Whose paper is gone with its account leaves the facts of its claim: the same purchase claimed by somebody else is found by them.
create index claims_of_purchase on benefits.claims (merchant_key, purchased_on, paid_minor);
