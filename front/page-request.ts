import type { IncomingMessage } from 'node:http'

const STATE = 'next-router-state-tree'

/** Whether Next is to see a request. Pages are only read and there are no server actions; routes take calls as well. */
export function isPageRequest(method: string | undefined, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path.startsWith('/api/'))
}

/** Drops what a client says of the page it shows where Next cannot read it: for unknown paths Next answers that with 500, as a fault of ours. */
export async function dropUnreadableState({ headers }: IncomingMessage): Promise<void> {
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
