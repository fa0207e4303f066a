import type { NextRequest } from 'next/server'
import { sessionCookie } from '@/server/people/session-cookie'
import { answerCalls } from '@/server/registry/answer-calls'

function handle(request: NextRequest): Promise<Response> {
  return answerCalls(request, request.cookies.get(sessionCookie().name)?.value)
}

export { handle as GET, handle as POST }
