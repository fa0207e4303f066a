import { oncePerProcess } from '@/db/once-per-process'
import type { ChainType } from '@/server/text/chain-type'
import type { SeedKeys } from './derive-keys'
import type { OpenedSeed } from './opened-seed'

/** The addresses that the signer has derived in advance; undefined for later ones. */
export type DerivedAddresses = (chainType: ChainType, addressIndex: number) => string | undefined
type Source = { keys: SeedKeys } | { derived: DerivedAddresses }

const opened = () => oncePerProcess('custody.opened-seeds', () => new WeakMap<OpenedSeed, Source>())

/** Wraps keys in an object that shows none of them, so that it can be passed on and logged. */
export function toOpenedSeed(seedId: string, keys: SeedKeys): OpenedSeed {
  return named(seedId, { keys })
}

/** A seed whose keys the signer has: this process knows its addresses only. */
export function toDerivedSeed(seedId: string, derived: DerivedAddresses): OpenedSeed {
  return named(seedId, { derived })
}

function named(seedId: string, source: Source): OpenedSeed {
  const seed = { seedId }
  opened().set(seed, source)
  return seed
}

/** The keys of an opened seed. */
export function keysOf(seed: OpenedSeed): SeedKeys {
  const source = opened().get(seed)
  if (!source || !('keys' in source)) throw new Error('this seed was not opened here')
  return source.keys
}

/** The addresses of a seed that the signer derived; null if this process has its keys. */
export function derivedAddressesOf(seed: OpenedSeed): DerivedAddresses | null {
  const source = opened().get(seed)
  return source && 'derived' in source ? source.derived : null
}
