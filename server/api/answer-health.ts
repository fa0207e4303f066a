import { readLagMs } from '@/server/alarms/event-loop'
import type { ApiAnswer } from './api-request'

/**
 * For orchestrators that end what is not alive: answered from memory, whatever Postgres, chains or the job server do.
 * The answer itself shows that the event loop turns; a stuck process gives none. Not logged, because probes ask all the
 * time. `pid` names the process.
 */
export function answerHealth(): ApiAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: 'ok', pid: process.pid, eventLoopLagMs: readLagMs() }),
  }
}
