import { ApiError } from '@/server/errors'
import type { Rows } from '@/server/paging'
import { type FaultyRow, noteUnreadable } from './row-faults'

type Viewing<Row, View> = {
  noun: FaultyRow['noun']
  /** Of the row that is named to operators. */
  idOf: (row: Row) => string
  /** Throws for a row that cannot be shown. */
  toView: (row: Row) => View
}

/**
 * What a list shows of its rows. One that cannot be shown is left out, and operators are told of it by its id. Throws where none can be shown:
 * nobody shall take that for an empty list. For rows whose reading itself may fail there is `readApart`.
 */
export function viewApart<Row, View>(rows: readonly Row[], { noun, idOf, toView }: Viewing<Row, View>): Rows<View> {
  const faults = new Map<string, unknown>()
  const items = rows.flatMap((row) => {
    try {
      return [toView(row)]
    } catch (error) {
      if (error instanceof ApiError) throw error
      faults.set(idOf(row), error)
      return []
    }
  })
  if (faults.size > 0 && items.length === 0) throw faults.values().next().value
  for (const [id, error] of faults) noteUnreadable({ noun, id }, error)
  return { items, unreadable: rows.length - items.length }
}
