import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { callContext } from '@/app/session'
import { appRouter } from '@/server/trpc/root'

function handle(req: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router: appRouter,
    createContext: callContext,
    responseMeta: ({ ctx }) => ({
      headers: { 'Cache-Control': 'no-store', ...(ctx && { 'X-Request-Id': ctx.requestId }) },
    }),
  })
}

export { handle as GET, handle as POST }
