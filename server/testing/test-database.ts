import { createTestingDatabase, TEST_SECRET } from '@/db/testing-database'
import { flushRequestLog } from '@/server/api/request-log'
import { takeNetworkViolations } from '@/server/database/network-guard'
import { endPools } from '@/server/database/pools'
import { flushUsage } from '@/server/usage/flush-usage'

/**
 * A new database for one test file, as `createTestingDatabase` makes it. Points the environment at it, so call it
 * before anything reads `env()`; `close` ends the server's pools and drops it, and fails after any network call inside
 * a transaction, even if a caller caught its error.
 */
export async function testDatabase(
  options: { ownRights?: boolean; hasSigner?: boolean } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const { url, drop } = await createTestingDatabase(options)
  Object.assign(process.env, testEnvironment(url))
  return {
    url,
    async close() {
      await Promise.all([flushRequestLog(), flushUsage()])
      await endPools(2)
      await drop()
      const breaches = takeNetworkViolations()
      if (breaches.length > 0) throw new Error(`${breaches.join(', ')} inside a database transaction`)
    },
  }
}

/** The environment of a process under test. */
export function testEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SLIPWAY_SECRET: TEST_SECRET,
    CUSTODY_KEK: `local:${Buffer.alloc(32, 9).toString('base64')}`,
    // Not the one at hand: vitest sets BASE_URL to '/'.
    BASE_URL: 'http://127.0.0.1:3000',
    // No server listens there: a test has no job engine.
    INNGEST_DEV: 'http://127.0.0.1:9',
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    SECOND_FACTORS: 'optional',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '30',
  }
}
