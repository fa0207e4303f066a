import type { ProjectContext } from '@/app/answer-file'
import { answerLive } from '@/app/answer-list'

/** Says when the list has something new. */
export function GET(request: Request, context: ProjectContext): Promise<Response> {
  return answerLive(request, context, (api, projectId) => api.webhooks.getNewestMark({ projectId }))
}
