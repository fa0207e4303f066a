import { env } from '@/server/env'
import { functions, inngest } from './index'

export const JOBS_PATH = '/api/inngest'

/**
 * How the jobs are served, by the front server or by Next. Their address comes from our configuration and never from a
 * request. With keys, only a caller that has them may request a registration. Needs the environment.
 */
export function serveOptions() {
  return {
    client: inngest,
    functions,
    serveOrigin: env().INNGEST_SERVE_ORIGIN,
    servePath: JOBS_PATH,
    enableUnauthedSync: false,
  }
}
