import type { Inngest } from 'inngest'
import type { Journal } from './journal'
import { typed } from './typed-event'

/** Flow control: who may run, when, and how many at once. */
export function createFlowFunctions(client: Inngest.Any, { note }: Journal) {
  const on = <Name extends string>(name: Name, condition?: string) => ({ event: typed(name), if: condition })
  return [
    client.createFunction(
      { id: 'limited', triggers: on('c/limited'), concurrency: { key: 'event.data.key', limit: 2 } },
      async ({ event, step }) => {
        await step.run('work', async () => {
          note(event.data.key, 'in')
          await new Promise((resolve) => setTimeout(resolve, 150))
          note(event.data.key, 'out')
        })
      },
    ),
    client.createFunction(
      {
        id: 'limited-twice',
        triggers: on('c/limited-twice'),
        concurrency: [{ limit: 3 }, { key: 'event.data.group', limit: 1 }],
      },
      async ({ event, step }) => {
        await step.run('work', async () => {
          note(event.data.key, `in ${event.data.group}`)
          await new Promise((resolve) => setTimeout(resolve, 60))
          note(event.data.key, `out ${event.data.group}`)
        })
      },
    ),
    client.createFunction(
      { id: 'cancel-on', triggers: on('c/cancel-on'), cancelOn: [{ event: 'c/stop', match: 'data.key' }] },
      async ({ event, step }) => {
        note(event.data.key, 'started')
        await step.sleep('long', '20s')
        note(event.data.key, 'survived')
      },
    ),
    client.createFunction(
      { id: 'idempotent', triggers: on('c/idempotent'), idempotency: 'event.data.key' },
      async ({ event }) => note(event.data.key, 'ran'),
    ),
    client.createFunction(
      { id: 'debounced', triggers: on('c/debounced'), debounce: { key: 'event.data.key', period: '1s' } },
      async ({ event }) => note(event.data.key, `value ${event.data.value}`),
    ),
    client.createFunction(
      { id: 'throttled', triggers: on('c/throttled'), throttle: { key: 'event.data.key', limit: 1, period: '1s' } },
      async ({ event }) => note(event.data.key, String(Date.now())),
    ),
    client.createFunction(
      {
        id: 'rate-limited',
        triggers: on('c/rate-limited'),
        rateLimit: { key: 'event.data.key', limit: 2, period: '60s' },
      },
      async ({ event }) => note(event.data.key, 'ran'),
    ),
    client.createFunction(
      { id: 'batched', triggers: on('c/batched'), batchEvents: { maxSize: 3, timeout: '2s', key: 'event.data.key' } },
      async ({ event, events }) => note(event.data.key, `batch of ${events.length}`),
    ),
    client.createFunction(
      { id: 'single-skip', triggers: on('c/single-skip'), singleton: { key: 'event.data.key', mode: 'skip' } },
      async ({ event, step }) => {
        note(event.data.key, 'started')
        await step.sleep('hold', '1s')
        note(event.data.key, 'ended')
      },
    ),
    client.createFunction(
      { id: 'single-cancel', triggers: on('c/single-cancel'), singleton: { key: 'event.data.key', mode: 'cancel' } },
      async ({ event, step }) => {
        await step.run('start', () => note(event.data.key, `started ${event.data.n}`))
        await step.sleep('hold', '1s')
        await step.run('end', () => note(event.data.key, `ended ${event.data.n}`))
      },
    ),
    client.createFunction(
      { id: 'late-start', triggers: on('c/deadline'), timeouts: { finish: '2s' } },
      async ({ event, step }) => {
        note(event.data.key, 'started')
        await step.sleep('too-long', '15s')
      },
    ),
    client.createFunction(
      {
        id: 'deadline-in-line',
        triggers: on('c/deadline-in-line'),
        concurrency: { key: 'event.data.key', limit: 1 },
        // Longer than the work by seconds, which a busy machine may need; shorter than that of four in line.
        timeouts: { finish: '7s' },
      },
      async ({ step }) => step.run('work', () => new Promise((resolve) => setTimeout(resolve, 2_200))),
    ),
    client.createFunction(
      {
        id: 'deadline-frozen',
        triggers: on('c/deadline-frozen'),
        concurrency: { key: 'event.data.key', limit: 1 },
        timeouts: { finish: '2s' },
        retries: 0,
      },
      async ({ event, step }) => {
        await step.run('work', async () => {
          note(event.data.key, event.data.value === 1 ? 'frozen' : 'ran')
          if (event.data.value === 1) await new Promise((resolve) => setTimeout(resolve, 240_000).unref())
        })
      },
    ),
  ]
}
