import { answerFile, liveResponse } from '@/app/answer-file'

type Context = { params: Promise<{ projectId: string }> }

/** Says when the list has something new, as server-sent events. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    return liveResponse(request, () => api.requests.getNewestMark({ projectId }))
  })
}
