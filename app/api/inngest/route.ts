import { serve } from 'inngest/edge'
import { BODY_NOT_JSON, isUnreadableBody, refuseCaller } from '@/inngest/refuse-caller'
import { serveOptions } from '@/inngest/serve-options'

let runStep: ReturnType<typeof serve> | undefined

async function handle(request: Request): Promise<Response> {
  const refusal = refuseCaller((name) => request.headers.get(name))
  if (refusal !== null) return Response.json({ message: refusal }, { status: 403 })
  // Made at the first call, since a build has no environment.
  runStep ??= serve(serveOptions())
  try {
    return await runStep(request)
  } catch (error) {
    if (!isUnreadableBody(error)) throw error
    return Response.json({ message: BODY_NOT_JSON }, { status: 400 })
  }
}

export { handle as GET, handle as POST, handle as PUT }
