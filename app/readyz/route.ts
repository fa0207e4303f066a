import { READINESS_CHECKS } from '@/registry/readiness-checks'
import { answerReadiness } from '@/server/api/answer-readiness'
import { toResponse } from '@/server/api/serve'

export async function GET(): Promise<Response> {
  return toResponse(await answerReadiness(READINESS_CHECKS))
}
