import { oncePerProcess } from '@/db/once-per-process'
import type * as ForPages from '@/registry/for-pages'

const shared = () => oncePerProcess('server of the pages', () => new Map<'server', typeof ForPages>())

/** Gives pages this process's own copy of the server. Called before Next loads the first page. */
export function shareServer(server: typeof ForPages): void {
  shared().set('server', server)
}

/**
 * Replaces `registry/for-pages.ts` in pages that are built for a front server: it exports the same names from the copy
 * that the front server shares. There is no copy while Next builds the pages, and no page calls one then.
 */
export const {
  TRPCError,
  answerCalls,
  appRouter,
  authOptions,
  currentPerson,
  env,
  findPublicStatus,
  listOwnInvitations,
  listOwnProjects,
  needsSecondFactor,
  ownDocument,
  sessionCookie,
  toCallContext,
  workerCtx,
} = shared().get('server') ?? ({} as typeof ForPages)
