-- The columns that merchants chose for the headers of their import files.

create table import_columns (
  merchant_id uuid primary key references merchants,
  order_details json not null default '{}',
  order_packages json not null default '{}'
);
