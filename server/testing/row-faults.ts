import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { runWatchers } from '@/server/alarms/run-watchers'
import { errorWatcher, flushUnknownErrors } from '@/server/alarms/unknown-errors'
import type { WorkerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { alarmedOf } from './open-alarms'

const line = z.object({ noun: z.string(), rowId: z.string() })

/** The rows that the process's log reports as unworkable, a name for each line. Call it before anything is logged. */
export function recordRowFaults(): { reported: () => string[] } {
  const reported: string[] = []
  const write = (text: string) => {
    const read = line.safeParse(JSON.parse(text))
    if (read.success) reported.push(`${read.data.noun} ${read.data.rowId}`)
  }
  oncePerProcess('logger', () => createLogger('error', { write }))
  return { reported: () => [...reported] }
}

/** The subjects of the alarms about repeated errors, after a run of the watcher. */
export async function findRepeated(ctx: WorkerCtx): Promise<string[]> {
  await flushUnknownErrors(ctx)
  await runWatchers(ctx, [errorWatcher])
  return alarmedOf('repeated_error')
}

/** Leaves no row alone any more, like a process that just started. */
export function forgetRowFaults(): void {
  oncePerProcess('row-faults', () => new Map<string, unknown>()).clear()
}
