import { afterAll, beforeAll } from 'vitest'
import { testDatabase } from './test-database'

/**
 * A new database for a test file, from before its other hooks until after them: called first, it is opened first and
 * closed last.
 */
export function openDatabase(options: { ownRights?: boolean; hasSigner?: boolean } = {}) {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase(options)
  })
  afterAll(() => database.close())
  return {
    get url(): string {
      return database.url
    },
  }
}
