import { readLagMs } from '@/server/alarms/event-loop'
import type { ApiAnswer } from './api-request'

/**
 * The liveness probe, answered from memory regardless of Postgres, chains or the job server. A response shows that the
 * event loop runs; a stuck process sends none. Not logged, because probes are frequent. `pid` identifies the process.
 */
export function answerHealth(): ApiAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: 'ok', pid: process.pid, eventLoopLagMs: readLagMs() }),
  }
}
