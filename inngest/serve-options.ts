import { env } from '@/server/env'
import { functions, inngest } from './index'

export const JOBS_PATH = '/api/inngest'

/**
 * The options with which the front server or Next serves the jobs. Their URL is from our configuration and never from a
 * request. With keys, only a caller that has them can request a registration. Needs the environment.
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
