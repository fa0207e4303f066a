import postgres from 'postgres'
import { env } from '@/server/env'

/** Runs work that only the owner of the database may do: suites mend and damage rows with it. */
export async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  // An app beside a signer has no password of the owner.
  const owner = postgres(process.env.TEST_OWNER_URL ?? env().DATABASE_URL, { max: 1, onnotice: () => {} })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
