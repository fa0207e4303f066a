import { inngest } from '@/inngest/client'
import type { Work, WorkName } from '@/schemas/alarms/words'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { nextWake } from '@/server/waking/next-wake'
import { type WakeEvent, type WorkerKey, wake } from '@/server/waking/wake'
import { runLogged } from './run-logged'

type WorkerOptions<Data extends WorkerKey> = {
  /** The id of its job. */
  name: WorkName
  /** Starts it for the subject in the event's data. */
  event: WakeEvent<Data>
  /** The maximum number of concurrent runs, for each value of `key` if given. */
  concurrency: { limit: number; key?: string }
  /** The data of the work that is due. The sweeper, and the start of a process, wake the worker once for each entry. */
  findDue: (ctx: WorkerCtx) => Promise<Data[]>
  /**
   * Works until nothing is due or its time (20 s) is over; registered by `registerWorker`. `nextAt` is the time of the
   * next run: a past time means at once, null means after the next event. `counts` has successes and failures, for the
   * log.
   */
  run: (ctx: WorkerCtx, data: Data) => Promise<{ nextAt: Date | null; counts: Record<string, number> }>
}

function workOf(name: WorkName, data: WorkerKey): Work {
  const { chainId } = data
  return { name, of: Object.values(data).join(' '), chainId: typeof chainId === 'number' ? chainId : null }
}

/** A job that drains a queue of rows: started by its event, by the sweeper, and again while there is more. */
export function defineWorker<Data extends WorkerKey>(options: WorkerOptions<Data>) {
  const { name, event, concurrency, findDue, run } = options
  const job = inngest.createFunction(
    { id: name, triggers: [{ event: event.name }], concurrency, retries: 5, timeouts: { finish: '2m' } },
    // Without steps: the rows record the progress, and each step would cost the job engine another call.
    async ({ event: dueEvent }) => {
      const data = event.schema.parse(dueEvent.data)
      const work = workOf(name, data)
      const ctx = { ...workerCtx(), work }
      const { nextAt } = await runLogged(work, data, () => run(ctx, data))
      if (nextAt === null) return
      const again = nextWake([name, ...Object.values(data)].join('-'), nextAt, ctx.now())
      await inngest.send(event.create(data, again))
    },
  )
  /** Wakes it for everything that is due. */
  const wakeDue = async (ctx: WorkerCtx) => {
    for (const data of await findDue(ctx)) wake(event, data)
  }
  return { job, wakeDue }
}
