import { and, eq } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import type { DestinationKind } from './destination-kinds'

/**
 * Wraps the secrets of all destinations of a kind with the current key-encryption key, including the previous secret of
 * a rotation.
 */
export async function rewrapDestinationSecrets({ db }: WorkerCtx, kind: DestinationKind): Promise<RewrapResult> {
  const { table, name, secretUseOf } = kind
  const { id, secretSealed, secretPreviousSealed } = table
  return rewrapColumns(await db.select({ id, secretSealed, secretPreviousSealed }).from(table), {
    columns: ['secretSealed', 'secretPreviousSealed'],
    nameOf: (id) => `secret of ${name} ${id}`,
    secretUseOf,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(table)
        .set({ [column]: moved })
        .where(and(eq(table.id, id), eq(table[column], sealed))),
  })
}
