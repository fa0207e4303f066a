import { expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { readLagMs, watchLag } from './event-loop'

openDatabase()

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a process that works on one thing for half a second says so in health and as an alarm', async () => {
  readLagMs()
  // It counts from its first tick on.
  await new Promise((resolve) => setTimeout(resolve, 50))
  block(500)
  await expect.poll(readLagMs).toBeGreaterThan(200)
  await watchLag(workerCtx())
  expect(readLagMs()).toBeGreaterThan(200)
  expect(await alarmedOf('event_loop_slow')).toEqual(['event loop'])
})
