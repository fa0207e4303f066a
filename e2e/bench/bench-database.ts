import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { startPostgres } from '@/dev/postgres'
import { testDatabase } from '@/server/testing/test-database'

/** A new database for a measurement; `logFile` is its server's. Gone afterwards. */
export async function withDatabase(
  work: (url: string, logFile: string) => Promise<void>,
  options: { hasSigner?: boolean } = {},
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  const logFile = join(home, 'postgres.log')
  // An interrupted measurement must leave nothing running.
  const guard = startGuard()
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: await findFreePort(),
    logFile,
    password: 'throw-away',
    durable: false,
    onSpawn: (pid) => guard.add(pid, 'SIGQUIT'),
  })
  process.env.TEST_DATABASE_URL = postgres.url
  try {
    const database = await testDatabase(options)
    await work(database.url, logFile)
    await database.close()
  } finally {
    await postgres.stop()
    guard.close()
    rmSync(home, { recursive: true, force: true })
  }
}
