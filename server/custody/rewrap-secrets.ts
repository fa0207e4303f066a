import { ApiError } from '@/server/errors'
import { rewrapSecret, type SecretUse } from './secrets'

export type RewrapResult = {
  rewrapped: number
  /**
   * Ids of secrets that do not open under the key that they name, because they were damaged or moved; they are left
   * unchanged for a person to check.
   */
  refused: string[]
}

type StoredSecret = {
  /** Names the secret in `refused`. */
  id: string
  use: SecretUse
  sealed: Uint8Array
  /** Writes the new bytes, unless the secret changed since it was read. */
  store: (moved: Uint8Array) => Promise<unknown>
}

/**
 * Rewraps secrets with the current key-encryption key. It can be stopped and repeated. Throws unavailable if a key
 * service does not answer.
 */
export async function rewrapSecrets(secrets: readonly StoredSecret[]): Promise<RewrapResult> {
  const outcome: RewrapResult = { rewrapped: 0, refused: [] }
  for (const { id, use, sealed, store } of secrets) {
    const moved = await rewrapSecret(use, sealed).catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      outcome.refused.push(id)
      return null
    })
    if (!moved) continue
    await store(moved)
    outcome.rewrapped += 1
  }
  return outcome
}

type Row<Column extends string> = { id: string } & Readonly<Record<Column, Uint8Array | null>>

type Columns<Column extends string> = {
  columns: readonly Column[]
  nameOf: (id: string) => string
  secretUseOf: (id: string) => SecretUse
  /** Writes the new bytes if the column still holds the value that was read. */
  store: (change: { id: string; column: Column; sealed: Uint8Array; moved: Uint8Array }) => Promise<unknown>
}

/** Rewraps all secrets in some columns of rows. */
export function rewrapColumns<Column extends string>(
  rows: readonly Row<Column>[],
  { columns, nameOf, secretUseOf, store }: Columns<Column>,
): Promise<RewrapResult> {
  return rewrapSecrets(
    rows.flatMap((row) =>
      columns.flatMap((column): StoredSecret[] => {
        const { id, [column]: sealed } = row
        if (!sealed) return []
        return [
          { id: nameOf(id), use: secretUseOf(id), sealed, store: (moved) => store({ id, column, sealed, moved }) },
        ]
      }),
    ),
  )
}
