import { sql } from 'drizzle-orm'
import { type Chain, listChains } from '@/server/chains/registry'
import { findHealth } from '@/server/chains/rpc/endpoint-health'
import { lookAtEndpoints } from '@/server/chains/rpc/readers'
import { workerCtx } from '@/server/ctx'
import { keysState } from '@/server/installation/keys-state'
import { registration } from '@/server/jobs/registration'
import { isStopping } from '@/server/waking/stopping'
import type { ApiAnswer } from './api-request'

const CHECK_MS = 1_500
/** However often it is asked, Postgres hears of it once a second and a provider's endpoint four times a minute. */
const DATABASE_EVERY_MS = 1_000
const CHAINS_EVERY_MS = 15_000

type ChainState = 'ok' | 'unreachable'

/**
 * For load balancers and people: 503 while this process should get no requests. A chain out of reach is told and takes no process
 * out, since none of the others would reach it either.
 */
export async function answerReadiness(): Promise<ApiAnswer> {
  const [database, chains] = await Promise.all([checkDatabase(), checkChains()])
  const checks = {
    process: isStopping() ? 'stopping' : 'ok',
    database,
    keys: keysState().state,
    jobs: registration().isDone ? 'ok' : 'not_registered',
    chains,
  }
  const isReady = checks.process === 'ok' && database === 'ok' && checks.keys === 'ok' && checks.jobs === 'ok'
  const isWhole = Object.values(chains).every((state) => state === 'ok')
  const status = isReady ? (isWhole ? 'ok' : 'degraded') : 'unavailable'
  return {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status, checks }),
  }
}

const checkDatabase = kept(DATABASE_EVERY_MS, () =>
  within(
    workerCtx()
      .db.execute(sql`select 1`)
      .then(() => 'ok' as const),
    'unreachable' as const,
  ),
)

const checkChains = kept(CHAINS_EVERY_MS, async (): Promise<Record<string, ChainState>> => {
  const served = (await within(listChains(), [])).filter(({ rpcUrls }) => rpcUrls.length > 0)
  return Object.fromEntries(await Promise.all(served.map(async (chain) => [chain.chainId, await checkChain(chain)])))
})

/** One endpoint that serves the right chain and answers is enough. */
async function checkChain(chain: Chain): Promise<ChainState> {
  await within(lookAtEndpoints(chain), undefined)
  const isWell = chain.endpoints.some(({ id, role }) => {
    const health = findHealth(id)
    return role === 'full' && health?.identity === 'right' && health.failures === 0
  })
  return isWell ? 'ok' : 'unreachable'
}

/** What `work` brings, or `otherwise` when it fails or takes too long. */
async function within<T, E>(work: Promise<T>, otherwise: E): Promise<T | E> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<E>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), CHECK_MS)
  })
  const result = await Promise.race([work.catch(() => otherwise), late])
  clearTimeout(timer)
  return result
}

/** Asks once for all who come within the time. */
function kept<T>(everyMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = 0
  return () => {
    if (!answer || Date.now() - askedAt >= everyMs) {
      askedAt = Date.now()
      answer = ask()
    }
    return answer
  }
}
