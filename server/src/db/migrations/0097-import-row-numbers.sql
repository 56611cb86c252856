-- Number of an imported row in its file, as a spreadsheet shows it; null is one more than `row`.

alter table import_rows add column line integer;
