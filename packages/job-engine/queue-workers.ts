import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import { callItem } from './call-item'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { fireBatch, fireDeadline, fireDebounce, fireTimer } from './timers'

/** Workers are woken by new and due items, and by each heartbeat: polling finds what both lost. */
const POLL_MS = 300_000
const MAX_ENGINE_FAULTS = 5
/**
 * Workers need a connection only to take and to end jobs. Idle ones are closed after 10 s, and a new one plans its
 * statements again, which costs more than several jobs.
 */
const POOL_SIZE = 4

const itemPayload = z.object({ item: z.string() })
const timerPayload = z.object({ run: z.string(), step: z.string() })
const deadlinePayload = z.object({ run: z.string() })
const keyPayload = z.object({ key: z.string() })

interface QueueWorkers {
  /** The ids of workers that hold or may take jobs. Jobs locked by any other worker are free. */
  live(): string[]
  stop(): Promise<void>
}

function tasks(engine: Engine): TaskList {
  return {
    call: async (payload, { job }) => {
      const { item } = itemPayload.parse(payload)
      try {
        await callItem(engine, item, String(job.id))
      } catch (error) {
        engine.log(`call ${item}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        if (job.attempts < MAX_ENGINE_FAULTS) throw error
        await failBroken(engine, item, error)
      }
    },
    timer: async (payload) => {
      const { run: runId, step } = timerPayload.parse(payload)
      await fireTimer(engine, runId, step)
    },
    deadline: async (payload) => fireDeadline(engine, deadlinePayload.parse(payload).run),
    debounce: async (payload) => fireDebounce(engine, keyPayload.parse(payload).key),
    batch: async (payload) => fireBatch(engine, keyPayload.parse(payload).key),
  }
}

/** A run the engine itself cannot carry on ends as failed rather than in an endless loop. */
async function failBroken(engine: Engine, item: string, cause: unknown): Promise<void> {
  const message = `The local job engine could not carry this run on: ${cause instanceof Error ? cause.message : String(cause)}`
  await engine.sql.begin(async (tx) => {
    const [row] = await tx<{ run_id: string }[]>`select run_id from engine.items where id = ${item}`
    if (row) await endRun(engine, tx, row.run_id, { status: 'Failed', error: { name: 'Error', message } })
    await tx`select engine.release(${item})`
  })
}

/** A queue that lost a lock or a "done" mark to a crash repeats the job, and jobs tolerate that. */
function queueUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return url.toString()
}

/** Runs the queue and starts it again whenever it breaks, as when Postgres restarts. */
export async function startQueueWorkers(engine: Engine): Promise<QueueWorkers> {
  const live = new Set<string>()
  let stopped = false
  let current: Runner | undefined
  let lastLine = ''
  const logger = new Logger(() => (level, message) => {
    const line = message.split('\n')[0] ?? ''
    // every pooled connection reports the same outage
    if (level !== 'error' || line === lastLine || line.includes('client generated error')) return
    lastLine = line
    engine.log(`queue: ${line}`)
  })

  async function launch(): Promise<void> {
    const events: WorkerEvents = new EventEmitter()
    events.on('worker:create', ({ worker }) => live.add(worker.workerId))
    let isBroken = false
    let runner: Runner | undefined
    const replace = () => {
      isBroken = true
      if (runner && current === runner) void relaunch(runner)
    }
    events.on('worker:stop', ({ worker, error }) => {
      live.delete(worker.workerId)
      if (error) replace()
    })
    // the lock may have been taken and only the answer lost: new worker ids make such a job an orphan
    events.on('worker:getJob:error', replace)
    runner = await run({
      connectionString: queueUrl(engine.options.databaseUrl),
      maxPoolSize: Math.min(engine.options.workers + 1, POOL_SIZE),
      concurrency: engine.options.workers,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      taskList: tasks(engine),
      logger,
      events,
    })
    runner.promise.catch(replace)
    if (isBroken) {
      runner.stop().catch(() => undefined)
      throw new Error('the queue broke while it started')
    }
    current = runner
  }

  async function relaunch(broken: Runner): Promise<void> {
    current = undefined
    broken.stop().catch(() => undefined)
    while (!stopped && !current) {
      try {
        await launch()
      } catch {
        await pause(250)
      }
    }
  }

  await launch()
  return {
    live: () => [...live],
    async stop() {
      stopped = true
      await current?.stop()
    },
  }
}
