import type postgres from 'postgres'
import { type MockInstance, vi } from 'vitest'

/** What postgres.js runs each statement by, whoever made it. */
type Statement = { handle: () => Promise<void>; strings: readonly string[] }

/** Hears the text of every statement that this process sends by postgres.js, until `close`. */
export function hearStatements(sql: postgres.Sql) {
  const statement: object = sql.unsafe('')
  const spy: MockInstance<Statement['handle']> = vi.spyOn(Object.getPrototypeOf(statement) as Statement, 'handle') // the class is not exported
  return {
    /** The texts of what `work` sends. Nothing else may be asked meanwhile. */
    async of(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
      spy.mockClear()
      await work()
      return new Set(spy.mock.contexts.flatMap((context) => textOf(context)))
    },
    close: () => spy.mockRestore(),
  }
}

function textOf(context: unknown): string[] {
  if (typeof context !== 'object' || context === null || !('strings' in context)) return []
  return Array.isArray(context.strings) ? [context.strings.join(' ')] : []
}
