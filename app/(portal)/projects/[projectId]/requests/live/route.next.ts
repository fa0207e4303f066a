import type { ProjectContext } from '@/app/answer-file'
import { answerLive } from '@/app/answer-list'

/** Sends a line when the list has a new entry. */
export function GET(request: Request, context: ProjectContext): Promise<Response> {
  return answerLive(request, context, (api, projectId) => api.requests.getNewestMark({ projectId }))
}
