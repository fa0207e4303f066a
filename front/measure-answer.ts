import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerSeconds, answers } from '@/server/api/metrics'

/** What a path asks for, by its beginning; anything else is a page. */
const DOORS: readonly (readonly [beginning: string, door: string])[] = [
  ['/v1', 'api'],
  ['/.well-known/', 'api'],
  ['/_next/static/', 'static'],
  ['/api/inngest', 'jobs'],
  ['/api/', 'portal'],
  ['/healthz', 'probe'],
  ['/readyz', 'probe'],
  ['/metrics', 'probe'],
]

/** Counts an answer once it is over, from any handler. */
export function measureAnswer({ url = '/' }: IncomingMessage, outgoing: ServerResponse): void {
  const startedAt = performance.now()
  outgoing.once('close', () => {
    const door = DOORS.find(([beginning]) => url.startsWith(beginning))?.[1] ?? 'page'
    const status = outgoing.writableFinished ? `${Math.floor(outgoing.statusCode / 100)}xx` : 'aborted'
    answers.add({ door, status })
    answerSeconds.record({ door }, (performance.now() - startedAt) / 1_000)
  })
}
