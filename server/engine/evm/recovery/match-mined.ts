/** A call of a wallet's own account; without `to` it creates a contract. */
export type Call = { to: string | null; value: bigint; data: string }

/** The parts of a mined transaction that show which row it may belong to. */
export type Mined = Call & { hash: string; nonce: number }

/** A row of the sender that may be on chain already, in the order of its acceptance. */
export type Waiting = Call & {
  id: string
  /** The nonce of a signed row, which is mined under this nonce only. Null while it is queued. */
  nonce: number | null
}

type Matching = {
  matched: { id: string; hash: string }[]
  /** On chain without a row. */
  unmatched: string[]
  /** Rows without a transaction on chain. */
  waiting: string[]
}

/**
 * Matches mined transactions of one sender with its rows. A signed row matches the transaction with its nonce if both
 * make the same call. Equal calls are interchangeable: n of them on chain match, lowest nonce first, the n oldest
 * queued rows. Pure.
 */
export function matchMined(mined: readonly Mined[], rows: readonly Waiting[]): Matching {
  const left = new Map(mined.toSorted((a, b) => a.nonce - b.nonce).map((each) => [each.nonce, each]))
  const matched: Matching['matched'] = []
  const take = (row: Waiting, found: Mined) => {
    matched.push({ id: row.id, hash: found.hash })
    left.delete(found.nonce)
  }
  for (const row of rows) {
    const found = row.nonce === null ? undefined : left.get(row.nonce)
    if (found && callKey(found) === callKey(row)) take(row, found)
  }
  const byCall = new Map<string, Mined[]>()
  for (const each of left.values()) byCall.set(callKey(each), [...(byCall.get(callKey(each)) ?? []), each])
  for (const row of rows) {
    const found = row.nonce === null ? byCall.get(callKey(row))?.shift() : undefined
    if (found) take(row, found)
  }
  const done = new Set(matched.map(({ id }) => id))
  return {
    matched,
    unmatched: [...left.values()].map(({ hash }) => hash),
    waiting: rows.flatMap(({ id }) => (done.has(id) ? [] : [id])),
  }
}

/** A key that is equal for equal calls. */
export function callKey({ to, value, data }: Call): string {
  return `${to?.toLowerCase() ?? ''} ${value} ${data.toLowerCase()}`
}
