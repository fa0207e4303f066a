import { isDatabaseAway } from '@/db/connection-lost'
import { ApiError } from '@/server/errors'
import { byHalves } from './by-halves'
import { type FaultyRow, noteUnreadable } from './row-faults'

type Reading<Row> = {
  noun: FaultyRow['noun']
  /** Of the rows that are read, in their order. */
  list: () => Promise<string[]>
  /** All of them, or those with these ids. */
  read: (only: readonly string[] | null) => Promise<Row[]>
}

type Read<Row> = {
  rows: Row[]
  /** How many could not be read and are left out. */
  unreadable: number
}

/**
 * The rows of a list. Where one cannot be read, the others are, and operators are told of it by its id. Throws what is about no single row,
 * and what keeps all of them from being read.
 */
export async function readApart<Row>({ noun, list, read }: Reading<Row>): Promise<Read<Row>> {
  try {
    return { rows: await read(null), unreadable: 0 }
  } catch (error) {
    if (isForeseen(error)) throw error
    const ids = await list()
    const faults = new Map<string, unknown>()
    const parts = await byHalves(ids, { work: read, isForeseen, onFault: (id, fault) => faults.set(id, fault) })
    if (faults.size === ids.length) throw error
    for (const [id, fault] of faults) noteUnreadable({ noun, id }, fault)
    return { rows: parts.flat(), unreadable: faults.size }
  }
}

function isForeseen(error: unknown): boolean {
  return error instanceof ApiError || isDatabaseAway(error)
}
