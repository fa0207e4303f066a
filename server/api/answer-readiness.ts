import { isOk, type ReadinessCheck, runCheck } from '@/server/readiness-check'
import type { ApiAnswer } from './api-request'

/** For load balancers and people: 503 while this process should get no requests. Has the verdict of every check. */
export async function answerReadiness(checks: readonly ReadinessCheck[]): Promise<ApiAnswer> {
  const judged = await Promise.all(checks.map(async (check) => ({ ...check, verdict: await runCheck(check) })))
  const failed = judged.filter(({ verdict }) => !isOk(verdict))
  const isReady = !failed.some(({ isRequired }) => isRequired)
  const status = isReady ? (failed.length === 0 ? 'ok' : 'degraded') : 'unavailable'
  return {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status, checks: Object.fromEntries(judged.map(({ name, verdict }) => [name, verdict])) }),
  }
}
