-- An iPhone is told by Apple, whose addresses no other service takes.
alter table notifications.subscriptions
  drop constraint subscriptions_kind_check,
  add constraint subscriptions_kind_check check (kind in ('browser', 'phone', 'iphone'));
