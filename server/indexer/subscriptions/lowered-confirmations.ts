import type { Chain } from '@/server/chains/registry'
import { validationError } from '@/server/errors'

/**
 * The confirmations as a subscription stores them: null for the chain's own rule. Throws invalid for more than that
 * rule, and on Solana, where only final blocks are read, for less.
 */
export function loweredConfirmations(
  { chainType, confirmations: own }: Pick<Chain, 'chainType' | 'confirmations'>,
  requested: number | undefined,
): number | null {
  if (requested === undefined || requested === own) return null
  if (chainType === 'SOLANA') throw validationError([`confirmations: must be ${own} on Solana`])
  if (requested > own) throw validationError([`confirmations: must be at most ${own} on this chain`])
  return requested
}
