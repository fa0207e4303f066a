import { answerHealth } from '@/server/api/answer-health'
import { toResponse } from '@/server/api/serve'

export async function GET(): Promise<Response> {
  return toResponse(await answerHealth())
}
