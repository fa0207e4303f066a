import type { ServerResponse } from 'node:http'
import { wasDatabaseAwaySince } from '@/db/outage'

const RETRY_AFTER_SECONDS = '2'

/**
 * A page that failed while the database was away is unavailable, not broken: Next knows of no other failure than 500.
 */
export function answerOutage(outgoing: ServerResponse): void {
  const startedAt = performance.now()
  const writeHead = outgoing.writeHead.bind(outgoing)
  // Node calls it itself for an answer that is begun without it.
  const answerHead = (
    status: number,
    ...rest: Parameters<typeof writeHead> extends [number, ...infer Rest] ? Rest : never
  ) => {
    if (status !== 500 || !wasDatabaseAwaySince(startedAt)) return writeHead(status, ...rest)
    outgoing.setHeader('retry-after', RETRY_AFTER_SECONDS)
    return writeHead(503, ...rest)
  }
  outgoing.writeHead = answerHead as ServerResponse['writeHead'] // the overloads cannot be written as an arrow
}
