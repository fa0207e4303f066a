import { setImmediate } from 'node:timers/promises'
import { refusal } from '@/server/errors'
import type { ChainType } from '@/server/text/chain-type'
import type { OpenedSeed } from './opened-seed'
import { type DerivedAddresses, derivedAddressesOf, keysOf } from './seed-keys'

type Range = { chainType: ChainType; firstIndex: number; count: number }

/** A pause for other work of the process after this many addresses. */
const ADDRESSES_PER_TURN = 25

/**
 * The public addresses of an opened seed: `count` indices from `firstIndex` on: EIP-55 for EVM, base58 for Solana.
 * Throws unavailable if the signer derives ahead and others took what was derived meanwhile.
 */
export async function deriveAddresses(seed: OpenedSeed, range: Range): Promise<string[]> {
  const derived = derivedAddressesOf(seed)
  if (derived) return takeDerived(derived, range)
  const { chainType, firstIndex, count } = range
  const keys = keysOf(seed)
  const addresses: string[] = []
  while (addresses.length < count) {
    if (addresses.length > 0 && addresses.length % ADDRESSES_PER_TURN === 0) await setImmediate()
    const index = firstIndex + addresses.length
    addresses.push(chainType === 'EVM' ? keys.evm(index).address : keys.solanaAddress(index))
  }
  return addresses
}

function takeDerived(derived: DerivedAddresses, { chainType, firstIndex, count }: Range): string[] {
  return Array.from({ length: count }, (_, offset) => {
    const address = derived(chainType, firstIndex + offset)
    if (address === undefined)
      throw refusal('key_service_unavailable', { cause: new Error('other wallets got the addresses meanwhile') })
    return address
  })
}
