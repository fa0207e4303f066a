import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { firstChain, type Played, plan, type Stage, waitForStage, waitUntilIdle } from '@/e2e/faults/scenario'
import { GWEI, holdBaseFee, settleBaseFee } from '@/e2e/faults/stack/base-fee'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers } from '@/e2e/faults/transfers'
import { type Round, repeatRound } from './rounds'

const FACTOR = 10n
const REPLACED_WITHIN_MS = 60_000

/** The base fee rises tenfold over what was signed, and stays there: only replacements are mined. */
export async function baseFee(stage: Stage): Promise<Played> {
  return repeatRound(stage, () => playOne(stage))
}

async function playOne(stage: Stage): Promise<Round> {
  const { world, api, random, say } = stage
  const chain = firstChain(stage)
  const gasFirst = await fillWithGas(stage, chain, world.wallets)
  const transfers = plan(stage, { label: 'base-fee' })
  const findings: string[] = []
  await pauseMining(chain)
  await settleBaseFee(chain, GWEI)
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  const out = { stages: ['broadcast'], count: transfers.length, timeoutMs: 60_000 }
  if (!(await waitForStage(world, transfers, out))) findings.push('not all were sent at the lower fee')
  const { release } = await holdBaseFee(chain, FACTOR * GWEI)
  await resumeMining(chain)
  const healthyAt = Date.now()
  const restedAt = await waitUntilIdle(world, REPLACED_WITHIN_MS)
  release()
  if (restedAt === null) findings.push(`not rescued within ${REPLACED_WITHIN_MS} ms at the higher fee`)
  const [bumps] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from transaction_attempts a join transactions t on t.id = a.transaction_id
    where a.reason = 'bump' and t.idempotency_key = any(${transfers.map(({ key }) => key)})`
  say(`${bumps?.count ?? 0} replacements`)
  if (bumps?.count === 0) findings.push('nothing was replaced, so nothing was shown')
  return { name: `base fee x${FACTOR}`, transfers: [...gasFirst, ...transfers], healthyAt, findings }
}
