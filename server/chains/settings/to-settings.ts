import type { chains } from '@/db/schema'
import type { ChainSettings } from '@/schemas/chains/settings/contract'
import { validationError } from '@/server/errors'
import { formatAmount, parseUnits } from '@/server/money/amount'

type Row = typeof chains.$inferSelect
type Kind = Pick<Row, 'chainType'>

/** A chain's row as operators change it. */
export function toSettings(row: Row): ChainSettings {
  const { name, explorerUrl, confirmations, finality, gasPolicy, l1Fee } = row
  const { bumpAfterBlocks, blockTimeMs, laneWindow, isActive } = row
  return {
    ...{
      name,
      explorerUrl,
      confirmations,
      finality,
      gasPolicy,
      l1Fee,
      bumpAfterBlocks,
      blockTimeMs,
      laneWindow,
      isActive,
    },
    feeCap: formatAmount(row.maxFeePerGasCap, capDecimals(row)),
  }
}

/** Changed settings as their columns. Throws invalid for a fee cap that such a chain cannot have. */
export function toColumns({ feeCap, ...others }: Partial<ChainSettings>, kind: Kind): Partial<Row> {
  return feeCap === undefined ? others : { ...others, maxFeePerGasCap: parseFeeCap(feeCap, kind) }
}

/** A fee cap in wei, or micro-lamports. Throws invalid. */
export function parseFeeCap(feeCap: string, kind: Kind): bigint {
  const parsed = parseUnits(feeCap, capDecimals(kind))
  if ('problem' in parsed) throw validationError([`feeCap: ${parsed.problem}`])
  // On Solana zero means the default.
  if (parsed.units === 0n && kind.chainType === 'EVM') throw validationError(['feeCap: must be greater than zero'])
  return parsed.units
}

function capDecimals({ chainType }: Kind): number {
  return chainType === 'EVM' ? 9 : 0
}
