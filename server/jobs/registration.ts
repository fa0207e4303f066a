import { oncePerProcess } from '@/db/once-per-process'

/** Whether the job server took this process's list of jobs since it started. */
export type Registration = { isDone: boolean; problem: string | null }

export const registration = () =>
  oncePerProcess('job-registration', (): Registration => ({ isDone: false, problem: null }))
