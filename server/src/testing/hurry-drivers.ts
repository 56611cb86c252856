import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Moves the simulated drivers to their next stops at once. */
export async function hurryDrivers(db: Database): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs
    where task_identifier = 'simulate-stop' and locked_at is null`.execute(db);
}
