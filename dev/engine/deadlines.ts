import type { Db } from './db'

/** What names the job that ends a run which takes too long. A run that ends before takes it back. */
export function finishKeyOf(runId: string): string {
  return `finish|${runId}`
}

/** Has a run looked at then: whether it began (`start`), or is over (`finish`). */
export async function queueDeadline(tx: Db, runId: string, at: Date, kind: 'start' | 'finish'): Promise<void> {
  const [payload, key] = [JSON.stringify({ run: runId }), kind === 'finish' ? finishKeyOf(runId) : null]
  await tx`select graphile_worker.add_job('deadline', ${payload}::text::json, run_at => ${at}, job_key => ${key})`
}
