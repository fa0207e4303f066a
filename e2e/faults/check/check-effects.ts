import type { Transfer } from '@/e2e/faults/transfers'
import type { CheckedChain, Row } from './world'

/**
 * At most one effect an intent: exactly one for a completed one, none for a failed one. Token moves are known by sender
 * and amount, native ones by their recipient, which nobody else pays. Returns how many had more than one.
 */
export async function checkEffects(
  chain: CheckedChain,
  transfers: readonly Transfer[],
  rows: ReadonlyMap<string, Row>,
  findings: string[],
): Promise<number> {
  const tokens = await countTokenMoves(chain)
  const natives = await countNativeMoves(chain, transfers)
  let doubled = 0
  for (const transfer of transfers) {
    const row = rows.get(transfer.key)
    const { count, hash, to } =
      (transfer.asset === 'native' ? natives.get(transfer.key) : tokens.get(nameOf(transfer))) ?? NONE
    const name = row ? `transfer ${row.id} (${row.status})` : `${transfer.key}, which has no row,`
    if (count > 1n) doubled += 1
    if (count > 1n) findings.push(`${name} moved ${count} times`)
    if (count > 0n && row?.status !== 'COMPLETED') findings.push(`${name} is on chain`)
    if (row?.status !== 'COMPLETED') continue
    if (count === 0n) findings.push(`${name} is not on chain`)
    if (hash !== null && hash !== row.tx_hash) findings.push(`${name} names ${row.tx_hash}, the chain ${hash}`)
    if (to !== null && to !== row.to_address.toLowerCase()) findings.push(`${name} went to ${to}`)
  }
  return doubled
}

type Effect = { count: bigint; hash: string | null; to: string | null }

const NONE: Effect = { count: 0n, hash: null, to: null }

async function countTokenMoves({ reader }: CheckedChain): Promise<Map<string, Effect>> {
  const effects = new Map<string, Effect>()
  for (const { from, units, hash, to } of await reader.readMoves()) {
    const name = `${from} ${units}`
    effects.set(name, { count: (effects.get(name)?.count ?? 0n) + 1n, hash, to })
  }
  return effects
}

async function countNativeMoves(
  { reader }: CheckedChain,
  transfers: readonly Transfer[],
): Promise<Map<string, Effect>> {
  const native = transfers.filter(({ asset }) => asset === 'native')
  const held = await reader.nativeBalances(native.map(({ to }) => to))
  return new Map(native.map(({ key, units }, index) => [key, { ...NONE, count: (held[index] ?? 0n) / units }]))
}

function nameOf({ from, units }: Transfer): string {
  return `${from.toLowerCase()} ${units}`
}
