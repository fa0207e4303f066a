import { type Inngest, NonRetriableError, RetryAfterError } from 'inngest'
import type { Journal } from './journal'
import { typed } from './typed-event'

/** Steps: results, sleeps, retries, errors, parallel work, limits. */
export function createStepFunctions(client: Inngest.Any, { note }: Journal) {
  const on = <Name extends string>(name: Name, condition?: string) => ({ event: typed(name), if: condition })
  return [
    client.createFunction({ id: 'run', triggers: on('c/run') }, async ({ event, step, runId }) => {
      const a = await step.run('a', () => {
        note(event.data.key, 'a')
        return { big: 12345678901234, text: 'ünï\u0000', nothing: null, nested: [1, [2]] }
      })
      const b = await step.run('b', () => {
        note(event.data.key, 'b')
        return a.nested.length
      })
      return { a, b, sameRun: runId.length > 0 }
    }),
    client.createFunction({ id: 'sleep', triggers: on('c/sleep') }, async ({ step }) => {
      const from = await step.run('from', () => Date.now())
      await step.sleep('nap', '1s')
      const mid = await step.run('mid', () => Date.now())
      await step.sleepUntil('until', new Date(mid + 1000))
      const to = await step.run('to', () => Date.now())
      return { nap: mid - from, until: to - mid }
    }),
    client.createFunction(
      { id: 'retries', triggers: on('c/retries'), retries: 3 },
      async ({ event, step, attempt }) => {
        return step.run('flaky', () => {
          note(event.data.key, `attempt ${attempt}`)
          if (attempt < 2) throw new Error('not yet')
          return { attempt }
        })
      },
    ),
    client.createFunction(
      { id: 'function-retries', triggers: on('c/function-retries'), retries: 2 },
      async ({ event, step, attempt }) => {
        await step.run('once', () => note(event.data.key, 'step'))
        if (attempt < 1) throw new Error('outside of a step')
        return { attempt }
      },
    ),
    client.createFunction(
      { id: 'retry-after', triggers: on('c/retry-after'), retries: 1 },
      async ({ event, step, attempt }) => {
        return step.run('busy', () => {
          note(event.data.key, String(Date.now()))
          if (attempt === 0) throw new RetryAfterError('busy', '2s')
          return { attempt }
        })
      },
    ),
    client.createFunction(
      { id: 'non-retriable', triggers: on('c/non-retriable'), retries: 3 },
      async ({ event, step }) => {
        await step.run('bad', () => {
          note(event.data.key, 'tried')
          throw new NonRetriableError('never again')
        })
      },
    ),
    client.createFunction({ id: 'caught', triggers: on('c/caught'), retries: 1 }, async ({ event, step }) => {
      try {
        await step.run('bad', () => {
          note(event.data.key, 'tried')
          throw new Error('broken part')
        })
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        return { caught: message, after: await step.run('repair', () => 'repaired') }
      }
    }),
    client.createFunction({ id: 'parallel', triggers: on('c/parallel') }, async ({ event, step }) => {
      const parts = await Promise.all(
        [1, 2, 3, 4].map((n) =>
          step.run(`p${n}`, () => {
            note(event.data.key, `p${n}`)
            return n * n
          }),
        ),
      )
      return { sum: await step.run('sum', () => parts.reduce((a, b) => a + b, 0)) }
    }),
    client.createFunction({ id: 'chains', triggers: on('c/chains') }, async ({ step }) => {
      const left = async () => {
        const a = await step.run('l1', () => 1)
        return step.run('l2', () => a + 1)
      }
      const right = async () => {
        const a = await step.run('r1', () => 10)
        await step.sleep('r-nap', '1s')
        return step.run('r2', () => a + 1)
      }
      const [l, r] = await Promise.all([left(), right()])
      return { l, r }
    }),
    client.createFunction({ id: 'race', triggers: on('c/race') }, async ({ event, step, group }) => {
      const winner = await group.parallel({ mode: 'race' }, () =>
        Promise.race([step.sleep('slow', '10m').then(() => 'slow'), step.run('fast', () => 'fast')]),
      )
      note(event.data.key, winner)
      return winner
    }),
    client.createFunction({ id: 'loop', triggers: on('c/loop') }, async ({ step }) => {
      const seen: number[] = []
      for (let i = 0; i < 5; i++) seen.push(await step.run('same-id', () => i))
      return { seen }
    }),
    client.createFunction({ id: 'many-steps', triggers: on('c/many-steps') }, async ({ step }) => {
      let sum = 0
      for (let i = 0; i < 60; i++) sum += await step.run(`s${i}`, () => i)
      return { sum }
    }),
    client.createFunction({ id: 'too-many-steps', triggers: on('c/too-many-steps'), retries: 0 }, async ({ step }) => {
      await Promise.all(Array.from({ length: 1001 }, (_, i) => step.run(`s${i}`, () => i)))
    }),
    client.createFunction({ id: 'too-big-step', triggers: on('c/too-big-step'), retries: 0 }, async ({ step }) => {
      await step.run('big', () => 'x'.repeat(4 * 1024 * 1024 + 1))
    }),
  ]
}
