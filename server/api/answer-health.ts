import { sql } from 'drizzle-orm'
import { readLagMs } from '@/server/alarms/event-loop'
import { workerCtx } from '@/server/ctx'
import type { ApiAnswer } from './api-request'

/**
 * For load balancers: 200 while Postgres answers, else 503. Not logged, since it is asked all the time. The pid tells who answers, the lag how
 * late this process gets to its work.
 */
export async function answerHealth(): Promise<ApiAnswer> {
  const isUp = await workerCtx()
    .db.execute(sql`select 1`)
    .then(
      () => true,
      () => false,
    )
  return {
    status: isUp ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({
      status: isUp ? 'ok' : 'unavailable',
      pid: process.pid,
      eventLoopLagMs: readLagMs(),
      checks: { database: isUp ? 'ok' : 'unreachable' },
    }),
  }
}
