import type { NextRequest } from 'next/server'
import { answerCalls } from '@/registry/answer-calls'
import { sessionCookie } from '@/server/people/session-cookie'

function handle(request: NextRequest): Promise<Response> {
  return answerCalls(request, request.cookies.get(sessionCookie().name)?.value)
}

export { handle as GET, handle as POST }
