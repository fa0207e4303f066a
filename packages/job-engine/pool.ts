import postgres from 'postgres'

/** The work of an old pool is dropped after this many seconds, because its connections may never respond. */
const GIVE_UP_SECONDS = 1

export interface Pool {
  /** The connections for new work. Read this property for each piece of work. */
  readonly sql: postgres.Sql
  end(): Promise<void>
}

const renewals = new Set<() => void>()

export function openPool(databaseUrl: string): Pool {
  let sql = connect(databaseUrl)
  const renew = () => {
    const old = sql
    sql = connect(databaseUrl)
    old.end({ timeout: GIVE_UP_SECONDS }).catch(() => undefined)
  }
  renewals.add(renew)
  return {
    get sql() {
      return sql
    },
    async end() {
      renewals.delete(renew)
      await sql.end({ timeout: 2 })
    },
  }
}

/** Gives every open pool new connections. Work on the old ones fails with a code that `withRetry` repeats. */
export function renewPools(): void {
  for (const renew of renewals) renew()
}

/** Up to `max` connections, opened on demand. */
export function connect(databaseUrl: string, max = 10): postgres.Sql {
  return postgres(databaseUrl, {
    max,
    onnotice: () => undefined,
    // a restarting Postgres is back within seconds; the driver's own back-off would wait longer
    backoff: () => 0.25,
    connection: { application_name: 'job-engine' },
  })
}
