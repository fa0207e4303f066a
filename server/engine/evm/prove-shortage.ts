import { balanceOfCall } from '@/server/chains/evm/erc20'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint } from '@/server/chains/rpc'
import { NATIVE_SHORT, NOTHING_TO_SWEEP, TOKEN_SHORT } from '@/server/chains/shortage-texts'
import { failureOf } from '@/server/engine/failure'
import { assetShortfall } from '@/server/money/asset-shortfall'
import type { RejectedTransaction } from './fail-queued'
import { judgeAmount } from './owner-funds'
import type { UnderfundedTransaction } from './plan-lane'

/**
 * A transfer fails for lack of money only if no endpoint of the chain sees enough of it, judged by the claims of its
 * plan. A lagging endpoint, or an older read, must not undo a deposit. A transfer that an endpoint contradicts stays
 * queued for the next turn. The available amount in the error is the owner's part of the highest balance that an
 * endpoint reports.
 */
export async function proveShortage(
  chain: Chain,
  short: readonly UnderfundedTransaction[],
): Promise<RejectedTransaction[]> {
  if (short.length === 0) return []
  const answers = await callEveryEndpoint(
    chain,
    short.map(({ queued }) =>
      queued.tokenAddress
        ? balanceOfCall(queued.tokenAddress, queued.owner.address)
        : { method: 'eth_getBalance', params: [queued.owner.address, 'latest'] },
    ),
  )
  return short.flatMap(({ queued, claims }, index) => {
    const seen = answers.flatMap(({ answers: given }) => {
      const read = quantity.safeParse(given?.[index]?.result)
      return read.success ? [read.data] : []
    })
    const isProven =
      seen.length > 0 && seen.every((units) => judgeAmount(queued.amountUnits, units, claims) === 'short')
    if (!isProven) return []
    if (queued.type === 'SWEEP') return [{ id: queued.id, error: NOTHING_TO_SWEEP }]
    const [most = 0n] = seen.toSorted((a, b) => (a > b ? -1 : 1))
    const figures = { neededUnits: queued.amountUnits, availableUnits: most - claims.claimedUnits }
    const text = queued.tokenAddress ? TOKEN_SHORT : NATIVE_SHORT
    return [{ id: queued.id, ...failureOf(text, assetShortfall(chain, queued, figures)) }]
  })
}
