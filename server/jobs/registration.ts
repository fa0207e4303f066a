import { shared } from '@/server/shared'

/** Whether the job server took this process's list of jobs since it started. */
export type Registration = { isDone: boolean; problem: string | null }

export const registration = shared('job-registration', (): Registration => ({ isDone: false, problem: null }))
