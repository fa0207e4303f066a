import { env } from '@/server/env'
import { functions, inngest } from './index'

export const JOBS_PATH = '/api/inngest'

/**
 * How the jobs are served, by whichever door. The address they are registered under is ours to say and never a
 * request's; with keys, only who has them may ask for a registration. Needs the environment.
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
