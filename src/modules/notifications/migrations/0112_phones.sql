-- A phone that shows our app is told like a browser, by an address of its own and without keys.
alter table notifications.subscriptions
  add column kind text not null default 'browser',
  alter column p256dh drop not null,
  alter column auth drop not null,
  add constraint subscriptions_kind_check check (kind in ('browser', 'phone')),
  add constraint subscriptions_keys_check check ((kind = 'browser') = (p256dh is not null and auth is not null));
alter table notifications.subscriptions alter column kind drop default;
