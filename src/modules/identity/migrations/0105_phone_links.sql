-- A link by which a phone goes on with what its member reads on another device. It hangs on the session that made it, and leads to one page.
alter table identity.one_time_links
  drop constraint one_time_links_kind_check,
  add constraint one_time_links_kind_check check (kind in
    ('verify_email', 'reset_password', 'set_password', 'change_email', 'sign_in', 'undo_email', 'phone')),
  add column session_id uuid references identity.sessions (session_id),
  add column leads_to text check (leads_to like '/%' and length(leads_to) <= 200),
  add constraint one_time_links_of_phones check ((kind = 'phone') = (session_id is not null) and (kind = 'phone') = (leads_to is not null));

-- How a session was opened: those of the extension open little, those of phones are no fresh sign-in; both end with the one they came from.
alter table identity.sessions add column opened_by text not null default 'sign_in' check (opened_by in ('sign_in', 'extension', 'phone'));
update identity.sessions set opened_by = 'extension' where parent_id is not null;
alter table identity.sessions
  alter column opened_by drop default,
  add constraint sessions_of_parents check ((opened_by = 'sign_in') = (parent_id is null));
