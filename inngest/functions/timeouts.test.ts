import { expect, it } from 'vitest'
import { functions } from '@/inngest/index'
import { durationMs } from '@/packages/job-engine/duration'

/**
 * A worker's own time is 20 s, then what it has in hand ends: a POST to a receiver takes 10 s at most, an RPC call not
 * much more.
 */
const SHORTEST_MS = 60_000
const MAX_MS = 30 * 60_000

it.each(functions.map((job) => [job.id(), job] as const))('%s gives its slot up when its process froze', (_, job) => {
  const finish = durationMs(job.opts.timeouts?.finish ?? '0s')
  expect(finish).toBeGreaterThanOrEqual(SHORTEST_MS)
  expect(finish).toBeLessThanOrEqual(MAX_MS)
})

it.each(['pump-chain', 'dispatch-webhooks', 'sweep'])('%s, which others wait for, within two minutes', (id) => {
  const job = functions.find((one) => one.id() === id)
  expect(durationMs(job?.opts.timeouts?.finish ?? '1h')).toBeLessThanOrEqual(120_000)
})
