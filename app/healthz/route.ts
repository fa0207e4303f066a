import { answerHealth } from '@/server/api/answer-health'
import { toResponse } from '@/server/api/serve'

export function GET(): Response {
  return toResponse(answerHealth())
}
