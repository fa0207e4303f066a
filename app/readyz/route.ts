import { answerReadiness } from '@/server/api/answer-readiness'
import { toResponse } from '@/server/api/serve'
import { READINESS_CHECKS } from '@/server/registry/readiness-checks'

export async function GET(): Promise<Response> {
  return toResponse(await answerReadiness(READINESS_CHECKS))
}
