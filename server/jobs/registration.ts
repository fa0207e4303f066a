import { oncePerProcess } from '@/db/once-per-process'
import type { ReadinessCheck } from '@/server/readiness-check'

/** Whether the job server took this process's list of jobs since it started. */
type Registration = { isDone: boolean; problem: string | null }

export const registration = () =>
  oncePerProcess('job-registration', (): Registration => ({ isDone: false, problem: null }))

/**
 * Whether this process's jobs are registered: before that, what it accepts waits for another process or for the
 * sweeper.
 */
export const jobsCheck: ReadinessCheck = {
  name: 'jobs',
  isRequired: true,
  ask: () => (registration().isDone ? 'ok' : 'not_registered'),
  otherwise: 'not_registered',
}
