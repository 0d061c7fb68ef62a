-- A product's picture as operators gave it: by what it is kept under in media, '' for none at all. Null: what its shops tell.
alter table catalog.products add column given_image text;
create index products_given_image on catalog.products (given_image) where given_image is not null;

create table catalog.product_history (
  entry bigint generated always as identity primary key,
  product_id uuid not null,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null
);
create index product_history_product on catalog.product_history (product_id, entry);
