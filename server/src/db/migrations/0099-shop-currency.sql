-- The currency of a shop's checkout, where Portage has no rates in it.

alter table shops add column foreign_currency text;
