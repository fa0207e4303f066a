import { lruPerProcess } from '@/db/lru-per-process'
import { isChainFault } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { type Call, readUnitFees, type UnitFees, worstFeeAt } from './estimate-fee'
import { isRelayed } from './is-relayed'

type Known = { fees: UnitFees; readAt: number; reading: Promise<UnitFees> | null }
const SIZE_STEP_BYTES = 64
const NOT_KNOWN: UnitFees = { maxFeePerGas: 0n, l1Fee: 0n }

/**
 * The maximum that the platform may pay for a call that it sponsors, in wei, with the top-up or delegation of the
 * wallet. It does not wait for a chain whose fees are cached: they are refreshed afterwards, and an increase is
 * reserved before the call is signed. 0n if no endpoint answers.
 */
export async function sponsoredFee(chain: Chain, { gasLimit, dataBytes }: Omit<Call, 'delegates'>): Promise<bigint> {
  const call = { gasLimit, dataBytes, delegates: isRelayed(chain) }
  const fees = await recentFees(chain, call).catch((error: unknown) => {
    if (isChainFault(error)) return NOT_KNOWN
    throw error
  })
  return worstFeeAt(chain, call, fees)
}

const cache = () => lruPerProcess<Known>('recent-fees', { max: 1_000 })

async function recentFees(chain: Chain, call: Call): Promise<UnitFees> {
  const key = `${chain.chainId} ${chain.l1Fee === 'none' ? 0 : Math.ceil(call.dataBytes / SIZE_STEP_BYTES)}`
  const known = cache().get(key)
  if (!known) return remember(key, await readUnitFees(chain, call))
  if (Date.now() - known.readAt >= chain.blockTimeMs && !known.reading) {
    known.reading = readUnitFees(chain, call)
    known.reading.then(
      (fees) => remember(key, fees),
      () => {
        known.reading = null
      },
    )
  }
  return known.fees
}

function remember(key: string, fees: UnitFees): UnitFees {
  cache().set(key, { fees, readAt: Date.now(), reading: null })
  return fees
}
