import { sql, type Kysely } from 'kysely';

/** The carrier's tariff by version; a version holds from its date until that of the next one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tariffs (
      version text primary key,
      effective_from timestamptz(3) not null unique,
      loaded_at timestamptz(3) not null
    )`.execute(db);
  await sql`
    create table tariff_services (
      version text not null references tariffs on delete cascade,
      service text not null,
      first_day integer,
      last_day integer,
      opens text,
      closes text,
      primary key (version, service)
    )`.execute(db);
  await sql`
    create table tariff_areas (
      version text not null references tariffs on delete cascade,
      area text not null,
      name_en text not null,
      name_fr text not null,
      time_zone text not null,
      currency text not null,
      primary key (version, area)
    )`.execute(db);
  await sql`
    create table tariff_zones (
      version text not null,
      zone text not null,
      area text not null,
      surcharge integer not null check (surcharge >= 0),
      primary key (version, zone),
      foreign key (version, area) references tariff_areas on delete cascade
    )`.execute(db);
  await sql`
    create table tariff_prefixes (
      version text not null,
      prefix text not null,
      zone text not null,
      primary key (version, prefix),
      foreign key (version, zone) references tariff_zones on delete cascade
    )`.execute(db);
  await sql`
    create table tariff_corridors (
      version text not null,
      area text not null,
      other_area text not null,
      primary key (version, area, other_area),
      foreign key (version, area) references tariff_areas on delete cascade
    )`.execute(db);
  await sql`
    create table tariff_prices (
      version text not null references tariffs on delete cascade,
      service text not null,
      reach text not null,
      price integer not null check (price >= 0),
      primary key (version, service, reach)
    )`.execute(db);
  await sql`
    create table tariff_surcharges (
      version text not null references tariffs on delete cascade,
      measure text not null,
      above double precision not null,
      up_to double precision,
      unit double precision not null,
      price integer not null check (price >= 0),
      primary key (version, measure, above)
    )`.execute(db);
  await sql`
    create table tariff_cutoffs (
      version text not null references tariffs on delete cascade,
      service text not null,
      area text,
      cutoff text not null,
      when_late text not null,
      unique nulls not distinct (version, service, area)
    )`.execute(db);
}
