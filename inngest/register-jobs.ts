import { serve } from 'inngest/edge'
import { z } from 'zod'
import { env } from '@/server/env'
import { JOBS_PATH, serveOptions } from './serve-options'

const TIMEOUT_MS = 10_000
const refusal = z.object({ message: z.string() })

/** Registers the jobs and their URL with the job server. Throws with a message if the server refuses them. */
export async function registerJobs(): Promise<void> {
  // Bound to no socket: only this process calls it, so it needs no signature.
  const handle = serve({ ...serveOptions(), enableUnauthedSync: true })
  const url = new URL(JOBS_PATH, env().INNGEST_SERVE_ORIGIN)
  const registration = handle(new Request(url, { method: 'PUT', headers: { host: url.host } }))
  const answer = await Promise.race([registration, tooLate()])
  if (answer.ok) return
  const parsed = refusal.safeParse(await answer.json().catch(() => null))
  throw new Error(parsed.success ? parsed.data.message : `The job server answered ${answer.status}`)
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The job server did not answer in time')), TIMEOUT_MS).unref()
  })
}
