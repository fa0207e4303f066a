import type { NextRequest } from 'next/server'
import { answerCalls, sessionCookie } from '@/registry/for-pages'

function handle(request: NextRequest): Promise<Response> {
  return answerCalls(request, request.cookies.get(sessionCookie().name)?.value)
}

export { handle as GET, handle as POST }
