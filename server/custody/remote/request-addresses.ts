import { and, eq } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { oncePerProcess } from '@/db/once-per-process'
import { walletCounters } from '@/db/schema/wallets'
import { workerCtx } from '@/server/ctx'
import type { OpenedSeed } from '@/server/custody/opened-seed'
import { toDerivedSeed } from '@/server/custody/seed-keys'
import type { ChainType } from '@/server/text/chain-type'
import { callSigner } from './call-signer'
import { derivedAnswer } from './wire'

/** Addresses that a transaction is going to take: from this index, or else from the next free one of the business. */
export type AddressRequest = { chainType: ChainType; count: number; firstIndex?: number }

/** The number of addresses that are derived in advance, so that the next and concurrent calls need no request. */
const AHEAD = 64
/** If fewer are left than this, the signer is called again. */
const LEAST_AHEAD = 16

type Window = { seedId: string; firstIndex: number; addresses: string[] }
const windows = () => lruPerProcess<Window>('derived-addresses', { max: 2_000 })

/**
 * The seed of a business by the addresses that its next wallets get. Creates the seed if there is none. Throws
 * unavailable.
 */
export async function requestAddresses(businessId: string, requests: readonly AddressRequest[]): Promise<OpenedSeed> {
  const found = new Map<ChainType, Window>()
  for (const each of requests) found.set(each.chainType, await windowOf(businessId, each))
  const [first] = found.values()
  if (!first) throw new Error('no addresses were requested')
  return toDerivedSeed(first.seedId, (chainType, index) => {
    const window = found.get(chainType)
    return window?.addresses[index - window.firstIndex]
  })
}

const openRequests = () => oncePerProcess('derived-addresses-asked', () => new Map<string, Promise<unknown>>())

/** Concurrent calls share the request of the first. */
async function windowOf(businessId: string, { chainType, count, firstIndex }: AddressRequest): Promise<Window> {
  const key = `${businessId} ${chainType}`
  for (;;) {
    const from = firstIndex ?? (await nextIndex(businessId, chainType))
    const end = from + count + (firstIndex === undefined ? LEAST_AHEAD : 0)
    const cached = windows().get(key)
    if (cached && cached.firstIndex <= from && end <= cached.firstIndex + cached.addresses.length) return cached
    const others = openRequests().get(key)
    if (others) {
      // All callers share its failure, so that they wait for a hanging signer only once.
      await others
      continue
    }
    const request = ask(key, { businessId, chainType, firstIndex: from, count: count + AHEAD })
    openRequests().set(key, request)
    return request.finally(() => openRequests().delete(key))
  }
}

type Order = { businessId: string; chainType: ChainType; firstIndex: number; count: number }

async function ask(key: string, order: Order): Promise<Window> {
  const { seedId, addresses } = derivedAnswer.parse(await callSigner('derive', order))
  const window = { seedId, firstIndex: order.firstIndex, addresses }
  windows().set(key, window)
  return window
}

/** If another call takes it first, the window has one for that call as well. */
async function nextIndex(businessId: string, chainType: ChainType): Promise<number> {
  const [counter] = await workerCtx()
    .db.select({ nextIndex: walletCounters.nextIndex })
    .from(walletCounters)
    .where(and(eq(walletCounters.businessId, businessId), eq(walletCounters.chainType, chainType)))
  return counter?.nextIndex ?? 0
}
