/**
 * How far revisions jump at a restore. Everything that was given out between the backup and the loss must lie below:
 * a watcher would take a second use of a revision for one that it has seen. Two weeks at 80 writes a second; twenty of
 * them fit into the 32 bits that the tables of older kine have.
 *
 * kine takes the highest id of its table for the current revision, and fills gaps below it row by row unless a row
 * `gap-REVISION` says that there is one (pkg/logstructured/sqllog/sql.go, poll, and the dialects' IsFill); older
 * revisions count as compacted once the row `compact_rev_key` says so, and who asks for them lists anew.
 */
export const revisionStep = 100_000_000;
