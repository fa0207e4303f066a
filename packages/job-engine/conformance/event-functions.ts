import { type Inngest, NonRetriableError } from 'inngest'
import type { Journal } from './journal'
import { keyOf, outcome, typed } from './typed-event'

/** Events: waiting, sending, invoking, triggers, outcomes, schedules. */
export function createEventFunctions(client: Inngest.Any, { note }: Journal) {
  const on = <Name extends string>(name: Name, condition?: string) => ({ event: typed(name), if: condition })
  const child = client.createFunction({ id: 'child', triggers: on('c/child'), retries: 0 }, async ({ event, step }) => {
    const n = await step.run('double', () => (event.data.n ?? 0) * 2)
    if (n > 100) throw new NonRetriableError('too large')
    return { n }
  })

  return [
    child,
    client.createFunction({ id: 'wait-match', triggers: on('c/wait-match') }, async ({ event, step }) => {
      note(event.data.key, 'started')
      const answer = await step.waitForEvent('answer', { event: typed('c/answer'), timeout: '30s', match: 'data.key' })
      return { got: answer?.data.value ?? null }
    }),
    client.createFunction({ id: 'wait-if', triggers: on('c/wait-if') }, async ({ event, step }) => {
      note(event.data.key, 'started')
      const answer = await step.waitForEvent('answer', {
        event: typed('c/answer'),
        timeout: '30s',
        if: 'async.data.key == event.data.key && async.data.value > 10.0',
      })
      return { got: answer?.data.value ?? null }
    }),
    client.createFunction({ id: 'wait-timeout', triggers: on('c/wait-timeout') }, async ({ step }) => {
      const answer = await step.waitForEvent('answer', { event: 'c/never', timeout: '1s' })
      return { got: answer }
    }),
    client.createFunction(
      {
        id: 'on-failure',
        triggers: on('c/on-failure'),
        retries: 0,
        onFailure: async ({ event, error, step }) => {
          await step.run('tell', () => note(keyOf(event.data.event.data), `failed: ${error.message}`))
        },
      },
      async () => {
        throw new Error('whole function')
      },
    ),
    client.createFunction(
      {
        id: 'finished',
        triggers: [{ event: outcome('inngest/function.finished'), if: "event.data.function_id.endsWith('-run')" }],
      },
      async ({ event }) => {
        note(`finished ${event.data.event.data.key}`, JSON.stringify(event.data.result))
      },
    ),
    client.createFunction(
      { id: 'cancelled', triggers: [{ event: outcome('inngest/function.cancelled') }] },
      async ({ event }) => {
        note(`cancelled ${event.data.event.data.key}`, 'cancelled')
      },
    ),
    client.createFunction({ id: 'invoke', triggers: on('c/invoke') }, async ({ event, step }) => {
      return step.invoke('call', { function: child, data: { key: event.data.key, n: event.data.n } })
    }),
    client.createFunction(
      { id: 'invoke-fails', triggers: on('c/invoke-fails'), retries: 0 },
      async ({ event, step }) => {
        try {
          await step.invoke('call', { function: child, data: { key: event.data.key, n: 99 } })
          return { caught: null }
        } catch (error) {
          return { caught: error instanceof Error ? error.message : '' }
        }
      },
    ),
    client.createFunction({ id: 'send', triggers: on('c/send') }, async ({ event, step }) => {
      const { ids } = await step.sendEvent('fan-out', [
        { name: 'c/sent', data: { key: event.data.key, part: 1 } },
        { name: 'c/sent', data: { key: event.data.key, part: 2 } },
      ])
      return { ids: ids.length }
    }),
    client.createFunction({ id: 'sent', triggers: on('c/sent') }, async ({ event }) =>
      note(event.data.key, `part ${event.data.part}`),
    ),
    client.createFunction({ id: 'trigger-if', triggers: on('c/if', 'event.data.amount > 100.0') }, async ({ event }) =>
      note(event.data.key, 'ran'),
    ),
    client.createFunction({ id: 'wildcard', triggers: on('w/*') }, async ({ event }) =>
      note(event.data.key, String(event.name)),
    ),
    client.createFunction({ id: 'counted', triggers: on('c/counted') }, async ({ event }) =>
      note(event.data.key, 'ran'),
    ),
    client.createFunction({ id: 'later', triggers: on('c/later') }, async ({ event }) =>
      note(event.data.key, String(Date.now())),
    ),
    client.createFunction({ id: 'cron', triggers: [{ cron: 'TZ=Europe/Berlin * * * * *' }] }, async ({ event }) =>
      note('cron', JSON.stringify(event.data)),
    ),
  ]
}
