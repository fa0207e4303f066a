import type postgres from 'postgres'

/** A statement runner: the pool or an open transaction. */
export type Db = postgres.ISql
