import { zeroAddress } from 'viem'
import { MAX_UNITS } from '@/schemas/tokens/issue/contract'
import { validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { canonicalAddress } from '@/server/text/canonical-address'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { LoadedToken } from './load-token'

/**
 * The maximum value in micro-dollars. It is above every limit of a policy and within the range of the ledger; higher
 * values count as this value.
 */
const MAX_MICROS = 10n ** 18n

/** Reads an address of the token's chain in its canonical form. Throws invalid, naming the field. */
export function readAddress({ chain }: Pick<LoadedToken, 'chain'>, path: string, text: string): string {
  const address = canonicalAddress(chain.chainType, text)
  if (address === null) {
    const family = chain.chainType === 'EVM' ? 'an EVM address (its checksum must match)' : 'a Solana address'
    throw validationError([`${path}: must be ${family}`])
  }
  if (chain.chainType === 'EVM' && isZero(address)) throw validationError([`${path}: must not be the zero address`])
  return address
}

function isZero(address: string): boolean {
  return address.startsWith('0x') && BigInt(address) === BigInt(zeroAddress)
}

/** Parses the address of a future holder. Refuses the token's own contract. Throws invalid, naming the field. */
export function readHolder(loaded: LoadedToken, path: string, text: string): string {
  const address = readAddress(loaded, path, text)
  if (address === loaded.token.contractAddress) throw validationError([`${path}: must not be the token itself`])
  return address
}

/** Reads a decimal number of whole tokens as units. Throws invalid, naming the field. */
export function readUnits({ decimals }: TokenRow, path: string, text: string): bigint {
  const parsed = parseAmount(text, decimals)
  if ('problem' in parsed) throw validationError([`${path}: ${parsed.problem}`])
  if (parsed.units > MAX_UNITS) throw validationError([`${path}: is too large`])
  return parsed.units
}

/** The value of units at the issue price, in micro-dollars, rounded up so that limits cover the whole amount. */
export function valueMicrosOf({ priceMicros, decimals }: TokenRow, units: bigint): bigint {
  const whole = 10n ** BigInt(decimals)
  const worth = (units * priceMicros + whole - 1n) / whole
  return worth < MAX_MICROS ? worth : MAX_MICROS
}
