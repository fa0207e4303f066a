import { oncePerProcess } from '@/db/once-per-process'
import type { SeedKeys } from './derive-keys'
import type { OpenedSeed } from './opened-seed'

const opened = () => oncePerProcess('custody.opened-seeds', () => new WeakMap<OpenedSeed, SeedKeys>())

/** Hands keys on under a name that shows none of them. */
export function toOpenedSeed(seedId: string, keys: SeedKeys): OpenedSeed {
  const seed = { seedId }
  opened().set(seed, keys)
  return seed
}

/** The keys of an opened seed. */
export function keysOf(seed: OpenedSeed): SeedKeys {
  const keys = opened().get(seed)
  if (!keys) throw new Error('this seed was not opened here')
  return keys
}
