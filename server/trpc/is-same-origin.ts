import { env } from '@/server/env'

/** Whether a browser's call came from our own pages. Calls without an Origin are refused: browsers send it with every POST. */
export function isSameOrigin({ origin, host }: { origin: string | null; host: string | null }): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const { origin: canonical, host: originHost } = new URL(origin)
  return canonical === new URL(env().BASE_URL).origin || originHost === host
}
