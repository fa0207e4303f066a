import type { Db } from './db'

/** The key of the job that ends a run which takes too long. A run that ends before removes this job. */
export function finishKeyOf(runId: string): string {
  return `finish|${runId}`
}

/** Queues a check of a run at a time: whether it began (`start`), or is over (`finish`). */
export async function queueDeadline(tx: Db, runId: string, at: Date, kind: 'start' | 'finish'): Promise<void> {
  const [payload, key] = [JSON.stringify({ run: runId }), kind === 'finish' ? finishKeyOf(runId) : null]
  await tx`select graphile_worker.add_job('deadline', ${payload}::text::json, run_at => ${at}, job_key => ${key})`
}
