import type { Cluster } from './postgres-cluster.ts';

/**
 * The command line of PostgreSQL. Settings are given here and not in the cluster's own file, so
 * that a newer Portage brings its own along.
 */
export function postgresArguments(cluster: Cluster, port: number, durable: boolean): string[] {
  const settings = {
    cluster_name: cluster.name,
    // This machine only, with a password; a socket file would need a path shorter than some are.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Twice the default: the index pages and recent orders of a busy merchant stay in memory.
    shared_buffers: '256MB',
    // What was wrong with a statement is told to who sent it, and would show its values here. What
    // PostgreSQL says of itself is kept, and so is what is fatal.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return ['-D', cluster.directory, ...options];
}
