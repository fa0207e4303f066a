import { initTRPC, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import superjson from 'superjson'
import { z } from 'zod'
import type { BusinessRole } from '@/schemas/people/words'
import { findUnstorable } from '@/schemas/text/contract'
import { env } from '@/server/env'
import { validationError } from '@/server/errors'
import { parseUrl } from '@/server/parse-url'
import { needsSecondFactor, requireFreshProof } from '@/server/people/factors/require-fresh-proof'
import { remedyPath } from '@/server/refusals/remedy'
import { toBrowserError } from './browser-error'
import type { CallContext } from './call-context'
import { currentRequestId } from './request-id'

/** The roles that may call a procedure, for the test that tries every role on every procedure. */
export type Access = 'public' | 'person' | BusinessRole | 'support' | 'operator'

/** The metadata of a procedure. */
export type Meta = {
  access?: Access
  /** Needs a fresh second factor, or a fresh password where the person has none. */
  fresh?: boolean
  /** Open to a person who has to add a second factor before anything else. */
  beforeFactor?: boolean
  /** The reason why a mutation of members stays open while their project or business is suspended. */
  whileSuspended?: string
  /** Its success lowers the caller's role: a repeated call still gets the first answer. */
  lowersOwnRole?: true
}

/**
 * Requires a fresh proof of the person for a procedure, in addition to its role:
 * `businessProcedure('owner').meta(FRESH)`.
 */
export const REQUIRES_FRESH_PROOF = { fresh: true } as const

/** The input of every procedure of a business: the project determines the business. */
export const projectRef = z.object({ projectId: z.uuid() })

const t = initTRPC
  .context<CallContext>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    // Also for failures outside procedures: the context, the reading of a call.
    errorFormatter: ({ error: failure, ctx, input }) => {
      const { error, data: known } = toBrowserError(failure)
      const { remedy, ...data } = known
      const ref = projectRef.safeParse(input).data
      const resolvePath = remedy && ref ? remedyPath(remedy, ref.projectId) : undefined
      const requestId = ctx?.requestId ?? currentRequestId()
      return {
        message: error.message,
        code: TRPC_ERROR_CODES_BY_KEY[error.code],
        // From the status alone, tRPC would turn an unavailable error into 500.
        data: { ...data, resolvePath, code: error.code, httpStatus: getHTTPStatusCodeFromError(error), requestId },
      }
    },
  })

export const router = t.router

const answered = t.procedure.use(async ({ ctx, type, path, next }) => {
  if (type === 'mutation' && !isSameOrigin(ctx)) throw new TRPCError({ code: 'FORBIDDEN', message: 'Wrong origin' })
  const result = await next()
  if (result.ok) return result
  throw toBrowserError(result.error, { path, requestId: ctx.requestId }).error
})

/** Checked once for every procedure, so that no schema can forget it: Postgres would refuse such text with an error. */
const guarded = answered.use(async ({ getRawInput, next }) => {
  const field = findUnstorable(await getRawInput())
  if (field !== null) throw validationError([`${field}: holds characters that are not allowed`])
  return next()
})

export const publicProcedure = guarded.meta({ access: 'public' })

/** The signed-in person. The second factors that a procedure requires are checked here, for every kind of procedure. */
export const personProcedure = guarded.meta({ access: 'person' }).use(({ ctx, meta, next }) => {
  if (!ctx.person) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
  if (!meta?.beforeFactor && needsSecondFactor(ctx.person))
    throw new TRPCError({ code: 'FORBIDDEN', message: ADD_FACTOR })
  if (meta?.fresh) requireFreshProof(ctx.person, new Date())
  return next({ ctx: { ...ctx, person: ctx.person } })
})

const ADD_FACTOR = 'You are required to have a second factor. Add one to continue.'

/**
 * Whether a browser's call came from our own pages. Calls without an Origin are refused: browsers send it with every
 * POST.
 */
function isSameOrigin({ origin, host }: { origin: string | null; host: string | null }): boolean {
  const url = origin && parseUrl(origin)
  if (!url) return false
  const { origin: canonical, host: originHost } = url
  return canonical === new URL(env().BASE_URL).origin || originHost === host
}
