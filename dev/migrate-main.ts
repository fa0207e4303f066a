import { migrateDatabase } from '@/db/migrate'
import { seedReference } from '@/db/seed-reference'
import { inWorker } from '@/server/ctx'
import { env } from '@/server/env'
import { pools } from '@/server/pools'

// dist/migrate.mjs: what a deployment runs before each new version. No demo data, only the reference rows everything needs.
try {
  const { DATABASE_URL, SLIPWAY_SECRET } = env()
  await migrateDatabase(DATABASE_URL, SLIPWAY_SECRET)
  await inWorker(({ db }) => seedReference(db))
  await Promise.all(Object.values(pools()).map((pool) => pool.end({ timeout: 2 })))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
