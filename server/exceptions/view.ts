import type { ExceptionCount, ExceptionView, ShownException } from '@/schemas/exceptions/contract'
import type { ExceptionKind } from '@/schemas/exceptions/words'

/** One row of the union of all kinds. */
export type WaitingRow = {
  id: string
  kind: ExceptionKind
  at: Date
  business: { id: string; name: string } | null
}

type Shown<K extends ExceptionKind> = {
  row: WaitingRow
  kind: K
  shown: ShownException<K>
  nameOf: (actor: string) => string
}

export function toException<K extends ExceptionKind>({ row, kind, shown, nameOf }: Shown<K>): ExceptionView {
  const { id, business, at } = row
  const proposal = shown.proposal && { ...shown.proposal, by: nameOf(shown.proposal.by) }
  // `kind` and `shown` belong together, so the object is one member of the union. TypeScript cannot prove it for a
  // generic kind.
  return { id, kind, business, waitingSince: at.toISOString(), ...shown, proposal } as unknown as ExceptionView
}

export function toExceptionCount(row: { count: number; oldestAt: Date | null } | undefined): ExceptionCount {
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt?.toISOString() ?? null }
}

/** The position after this row, for the next part of a file. */
export function toCursor({ at, id }: WaitingRow): { at: string; id: string } {
  return { at: at.toISOString(), id }
}
