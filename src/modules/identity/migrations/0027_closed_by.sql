-- Who closed an account: somebody else looks when its owner asks for a second look.
alter table identity.users add column closed_by text;
