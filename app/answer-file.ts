import { redirect } from 'next/navigation'
import { appRouter, TRPCError } from '@/registry/for-pages'
import { callContext, findSignedIn } from './session'

export type Caller = ReturnType<typeof appRouter.createCaller>

/**
 * A file of the portal, for people who may see its page: `work` calls the API as that person. Other people's files are
 * not found.
 */
export async function answerFile(work: (api: Caller) => Promise<Response>): Promise<Response> {
  if (!(await findSignedIn())) redirect('/sign-in')
  try {
    return await work(appRouter.createCaller(await callContext()))
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    const isUnknown = ['NOT_FOUND', 'BAD_REQUEST', 'FORBIDDEN'].includes(error.code)
    const [status, text] = isUnknown
      ? [404, 'Not found.']
      : [503, 'This is temporarily unavailable. Try again in a moment.']
    return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...NO_STORE } })
  }
}

export const NO_STORE = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' } as const

/** The context that Next passes to a route of a project. */
export type ProjectContext = { params: Promise<{ projectId: string }> }

/**
 * Responds with a file of a project. Checks access to the project first, because a refusal must come before the first
 * byte.
 */
export async function answerProjectFile(
  { params }: ProjectContext,
  work: (api: Caller, projectId: string) => Promise<Response> | Response,
): Promise<Response> {
  const { projectId } = await params
  return answerFile(async (api) => {
    await api.projects.get({ projectId })
    return work(api, projectId)
  })
}

type File = { name: string; type: string; body: ReadableStream<Uint8Array> }

/** Streams a file under its name. The name is generated: letters, digits, `-`, `_` and `.`. */
export function fileResponse({ name, type, body }: File): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"`, ...NO_STORE },
  })
}

/** Texts as bytes, each produced after the previous one was read. */
export function textStream(texts: AsyncGenerator<string>, onCancel?: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      onCancel?.()
      await texts.return(undefined)
    },
  })
}
