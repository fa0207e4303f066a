import type { IncomingMessage } from 'node:http'

const STATE = 'next-router-state-tree'

/** Whether Next is to see a request. Pages are only read and there are no server actions; routes take calls as well. */
export function isPageRequest(method: string | undefined, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path.startsWith('/api/'))
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i
/** A second slash would name another host. */
const OWN_PATH = /^\/(?![/\\])/

/**
 * Whether a browser sent a form to its own page, because the page's script was not there yet. The page is shown again,
 * and nothing of the form is read.
 */
export function isEarlyForm({ method, headers }: IncomingMessage, path: string): boolean {
  if (method !== 'POST' || path.startsWith('/api/') || headers['next-action'] !== undefined) return false
  return OWN_PATH.test(path) && FORM.test(headers['content-type'] ?? '')
}

/**
 * Drops what a client says of the page it shows where Next cannot read it: for unknown paths Next answers that with
 * 500, as a fault of ours.
 */
export async function dropInvalidRouterState({ headers }: IncomingMessage): Promise<void> {
  if (headers[STATE] === undefined) return
  const { parseAndValidateFlightRouterState } = await import(
    'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
  )
  try {
    parseAndValidateFlightRouterState(headers[STATE])
  } catch {
    delete headers[STATE]
  }
}
