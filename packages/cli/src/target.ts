import { UsageError } from './terminal'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The URL to forward to; `localhost:3001/hook` is short for http. Others than loopback must be allowed. */
export function readTarget(text: string, isRemoteAllowed: boolean): string {
  const given = /^https?:\/\//.test(text) ? text : `http://${text}`
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || url.username) throw new UsageError(`${text} is not a URL`)
  if (!LOOPBACK.test(url.hostname) && !isRemoteAllowed)
    throw new UsageError(
      `${url.hostname} is another machine: events may hold what it should not see. Add --allow-remote to send them there.`,
    )
  return url.href
}
