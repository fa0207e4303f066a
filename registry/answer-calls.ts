import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { v7 } from 'uuid'
import { readDepth, refuseUnbounded } from '@/server/trpc/bound-calls'
import { toBrowserError } from '@/server/trpc/browser-error'
import { callContextOf } from '@/server/trpc/call-context'
import { withRequestId } from '@/server/trpc/request-id'
import { appRouter } from './procedures'

/** The portal's calls over HTTP. `cookie` is the value of the sign-in cookie. */
export function answerCalls(request: Request, cookie: string | undefined): Promise<Response> {
  const requestId = v7()
  return withRequestId(requestId, async () => {
    const { request: readable, isTooDeep } = await readDepth(request)
    return fetchRequestHandler({
      endpoint: '/api/trpc',
      req: readable,
      router: appRouter,
      createContext: async ({ info }) => {
        await refuseUnbounded(info.calls, isTooDeep)
        return callContextOf({ head: request.headers, cookie, requestId })
      },
      // Logs failures before the first procedure or after the last.
      onError: ({ error, path = '' }) => {
        // An unknown path is text of the caller, so it is not logged.
        const procedurePath = Object.hasOwn(appRouter._def.procedures, path) ? path : null
        toBrowserError(error, { path: procedurePath, requestId })
      },
      responseMeta: () => ({ headers: { 'Cache-Control': 'no-store', 'X-Request-Id': requestId } }),
    })
  })
}
